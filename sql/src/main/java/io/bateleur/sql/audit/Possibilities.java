package io.bateleur.sql.audit;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.RowSet;
import io.bateleur.sql.eval.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Answers in words. */
final class Possibilities {
    private static final int ROWS_MAX = 5;

    private Possibilities() {}

    /** What a correct database would have said. */
    static String words(Answer answer) {
        if (answer.error() != null) {
            return "the error " + answer.error().state();
        }
        RowSet rows = answer.rows();
        if (rows != null) {
            return rows(rows.tuples().stream().map(Tuple::values).toList());
        }
        return answer.count() == null ? "no rows" : count(String.valueOf(answer.count()));
    }

    /** What a database said. */
    static String answer(List<SqlResult> results) {
        return results.isEmpty()
                ? "no rows"
                : results.stream().map(Possibilities::one).collect(Collectors.joining("; "));
    }

    private static String one(SqlResult result) {
        if (result instanceof SqlResult.Rows rows) {
            return rows(rows.rows().stream().map(List::toArray).toList());
        }
        if (result instanceof SqlResult.Count count) {
            return count(count.rows() == null ? "?" : count.rows().toString());
        }
        if (result instanceof SqlResult.Failure failure) {
            return "the error " + failure.state();
        }
        return "keys "
                + Value.list(((SqlResult.Keys) result)
                        .rows().stream().map(Value::list).toList());
    }

    private static String count(String rows) {
        return rows.equals("1") ? "1 row" : rows + " rows";
    }

    private static String rows(List<Object[]> rows) {
        if (rows.isEmpty()) {
            return "no rows";
        }
        String shown = rows.stream()
                .limit(ROWS_MAX)
                .map(row -> Arrays.stream(row)
                        .map(value -> value instanceof java.math.BigDecimal number
                                ? number.toPlainString()
                                : String.valueOf(value))
                        .collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(" "));
        return rows.size() <= ROWS_MAX ? shown : shown + " and " + (rows.size() - ROWS_MAX) + " more rows";
    }
}
