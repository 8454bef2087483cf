package io.bateleur.sql.lift;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the transactions of an explanation said in SQL: those who wrote the application know their statements better than cells. */
public final class Spoken {
    private static final int TRANSACTIONS_MAX = 12;
    private static final int STATEMENTS_MAX = 12;
    private static final int TEXT_MAX = 160;
    private static final int ROWS_MAX = 4;

    private Spoken() {}

    /**
     * Lines for people; none when nothing was said in SQL.
     *
     * @param recorded the trace before it was lifted
     * @param part some transactions of the lifted history
     */
    public static List<String> lines(History recorded, History part) {
        List<String> lines = new ArrayList<>();
        int told = 0;
        for (Transaction each : part.transactions()) {
            Optional<Transaction> spoken = recorded.transaction(each.id());
            List<String> statements = spoken.map(Spoken::statements).orElse(List.of());
            if (!statements.isEmpty() && told++ < TRANSACTIONS_MAX) {
                lines.add(each.name() + ":");
                statements.forEach(line -> lines.add("  " + line));
            }
        }
        if (told > TRANSACTIONS_MAX) {
            lines.add("... and " + (told - TRANSACTIONS_MAX) + " more transactions");
        }
        return lines;
    }

    private static List<String> statements(Transaction transaction) {
        List<String> lines = new ArrayList<>();
        int more = 0;
        for (Operation operation : transaction.operations()) {
            if (operation.kind() != OpKind.SQL) {
                continue;
            }
            if (lines.size() < STATEMENTS_MAX) {
                lines.add(line(operation));
            } else {
                more++;
            }
        }
        if (more > 0) {
            lines.add("... and " + more + " more statements");
        }
        return lines;
    }

    private static String line(Operation operation) {
        String text = shortened(operation.statement().strip().replaceAll("\\s+", " "));
        String parameters = operation.parameters().isEmpty()
                ? ""
                : "  -- "
                        + shortened(operation.parameters().stream()
                                .map(Value::toString)
                                .collect(Collectors.joining(", ")));
        return text + parameters + answer(operation.content());
    }

    private static String answer(Content content) {
        if (!(content instanceof Content.Live live)) {
            return " => no answer";
        }
        List<SqlResult> results = SqlResult.of(live.value()).orElse(List.of());
        return results.stream().map(Spoken::answer).collect(Collectors.joining());
    }

    private static String answer(SqlResult result) {
        if (result instanceof SqlResult.Rows rows) {
            return " => " + rows(rows.rows()) + (rows.complete() || !rows.rows().isEmpty() ? "" : " (not read)");
        }
        if (result instanceof SqlResult.Count count) {
            return count.rows() == null ? "" : " => " + count.rows() + (count.rows() == 1 ? " row" : " rows");
        }
        if (result instanceof SqlResult.Keys keys) {
            return ", key " + rows(keys.rows());
        }
        SqlResult.Failure failure = (SqlResult.Failure) result;
        return " => " + shortened((failure.state() + " " + failure.message()).strip());
    }

    private static String rows(List<List<Value>> rows) {
        if (rows.isEmpty()) {
            return "no row";
        }
        String some = rows.stream()
                .limit(ROWS_MAX)
                .map(row -> row.stream().map(Value::toString).collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(" "));
        return shortened(some) + (rows.size() > ROWS_MAX ? " ... " + rows.size() + " rows" : "");
    }

    private static String shortened(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "...";
    }
}
