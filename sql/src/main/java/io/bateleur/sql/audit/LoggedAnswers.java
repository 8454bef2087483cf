package io.bateleur.sql.audit;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers as logs have them: as recorders write them, or as people do: a count of rows, or a list of rows. */
final class LoggedAnswers {
    private LoggedAnswers() {}

    static Optional<List<SqlResult>> of(Value answer) {
        Optional<List<SqlResult>> results = SqlResult.of(answer);
        if (results.isPresent()) {
            return results.map(LoggedAnswers::withStates);
        }
        if (answer instanceof Value.Int count) {
            return Optional.of(List.of(new SqlResult.Count(count.value())));
        }
        return rows(answer);
    }

    /** SQLite's driver gives no SQLSTATE, but says in its message what is broken. */
    private static List<SqlResult> withStates(List<SqlResult> results) {
        List<SqlResult> all = new ArrayList<>();
        for (SqlResult each : results) {
            boolean broken = each instanceof SqlResult.Failure failure
                    && failure.state().isEmpty()
                    && failure.message().startsWith("[SQLITE_CONSTRAINT");
            all.add(broken ? new SqlResult.Failure("23000", ((SqlResult.Failure) each).message()) : each);
        }
        return all;
    }

    /** Rows without labels. */
    private static Optional<List<SqlResult>> rows(Value answer) {
        if (!(answer instanceof Value.Elements list)) {
            return Optional.empty();
        }
        List<List<Value>> rows = new ArrayList<>();
        for (Value each : list.value()) {
            if (!(each instanceof Value.Elements row)) {
                return Optional.empty();
            }
            rows.add(row.value());
        }
        int width = rows.isEmpty() ? 0 : rows.get(0).size();
        if (rows.stream().anyMatch(row -> row.size() != width)) {
            return Optional.empty();
        }
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            labels.add("");
        }
        return Optional.of(List.of(new SqlResult.Rows(labels, rows, true)));
    }
}
