package io.bateleur.sql.audit;

import io.bateleur.core.model.SqlResult;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.RowSet;
import io.bateleur.sql.eval.Tuple;
import io.bateleur.sql.eval.Unknown;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether what a client saw is among what a correct database answers. */
final class AnswerCheck {
    /** Errors that the rows must justify, by their first two characters; others may come at any time. */
    private static final Set<String> ABOUT_ROWS =
            Set.of("23505", "23503", "23502", "23514", "23001", "23000", "23506", "23513", "22012");

    private AnswerCheck() {}

    static boolean allows(Answer expected, LoggedStatement statement) {
        if (statement.answer.isEmpty() || !expected.isKnown()) {
            return true;
        }
        SqlResult.Failure failure = statement.failure();
        if (failure != null) {
            return !isAboutRows(failure.state()) || allowsError(expected, failure.state());
        }
        if (expected.error() != null) {
            return false;
        }
        List<SqlResult> seen = statement.answer.get();
        if (seen.isEmpty()) {
            return expected.rows() == null || expected.rows().allows(List.of());
        }
        for (SqlResult each : seen) {
            if (!allows(expected, each)) {
                return false;
            }
        }
        return true;
    }

    /** Whether an error says something of the rows that there are. */
    static boolean isAboutRows(String state) {
        return ABOUT_ROWS.contains(state);
    }

    /** Whether the rows justify an error, or may do so. A class of errors stands for each of them. */
    private static boolean allowsError(Answer expected, String seen) {
        return seen.endsWith("000")
                ? expected.allowsError(seen.substring(0, 2))
                : expected.allowsError(seen) || expected.allowsError(seen.substring(0, 2) + "000");
    }

    private static boolean allows(Answer expected, SqlResult seen) {
        RowSet rows = expected.rows();
        if (seen instanceof SqlResult.Rows table) {
            if (table.columns().equals(List.of("out")) || !expected.more().isEmpty()) {
                return true;
            }
            return rows == null
                    ? table.rows().isEmpty()
                    : !table.complete() || rows.allows(TraceValues.rows(table.rows()));
        }
        if (seen instanceof SqlResult.Count count && count.rows() != null) {
            return allowsCount(expected, count.rows());
        }
        if (seen instanceof SqlResult.Keys keys) {
            return allowsKeys(expected, keys);
        }
        return true;
    }

    private static boolean allowsCount(Answer expected, long seen) {
        Object count = expected.count();
        if (count instanceof Long sure) {
            return sure == seen;
        }
        RowSet rows = expected.rows();
        if (count != null || rows == null) {
            return Unknown.is(count) || seen <= 0;
        }
        return allowsSize(rows, seen);
    }

    private static boolean allowsSize(RowSet rows, long seen) {
        long sure = 0;
        long most = 0;
        for (Tuple tuple : rows.tuples()) {
            sure += tuple.presence() == Presence.SURE ? 1 : 0;
            most = tuple.presence() == Presence.MANY || most == Long.MAX_VALUE ? Long.MAX_VALUE : most + 1;
        }
        if (!rows.cutKnown()) {
            return seen <= most;
        }
        long least = Math.min(Math.max(0, sure - rows.offset()), rows.limit());
        long top = most == Long.MAX_VALUE ? most : Math.max(0, most - rows.offset());
        return least <= seen && seen <= Math.min(top, rows.limit());
    }

    private static boolean allowsKeys(Answer expected, SqlResult.Keys keys) {
        List<Object[]> generated = expected.generated();
        if (generated.size() != keys.rows().size() || generated.isEmpty()) {
            return true; // drivers differ in what they call generated
        }
        for (int i = 0; i < generated.size(); i++) {
            Object[] row = TraceValues.row(keys.rows().get(i));
            if (row.length != generated.get(i).length || !same(generated.get(i), row)) {
                return row.length != generated.get(i).length;
            }
        }
        return true;
    }

    private static boolean same(Object[] expected, Object[] seen) {
        for (int i = 0; i < seen.length; i++) {
            if (!io.bateleur.sql.eval.Alike.alike(expected[i], seen[i])) {
                return false;
            }
        }
        return true;
    }

    /** What would have been possible, in words; null where it is nothing that can be said. */
    static @Nullable Object describe(Answer answer) {
        return answer.error() != null ? Objects.requireNonNull(answer.error()).state() : answer.count();
    }
}
