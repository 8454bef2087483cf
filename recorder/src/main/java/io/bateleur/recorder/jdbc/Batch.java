package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.lang.reflect.Array;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements that are sent together, and recorded one by one. With auto-commit each is a transaction: drivers differ, and that says least. */
final class Batch {
    record Part(Sql sql, List<Value> parameters) {}

    private final List<Part> parts = new ArrayList<>();
    /** One for each part, or one for all. */
    private final List<Call> calls = new ArrayList<>();

    private int size;

    void add(Sql sql, List<Value> parameters) {
        parts.add(new Part(sql, parameters));
    }

    void clear() {
        parts.clear();
    }

    /** All are about to be sent. */
    void issue(Session session) {
        calls.clear();
        calls.addAll(session.issueBatch(parts));
        size = parts.size();
        parts.clear();
    }

    void answered(Session session, @Nullable Object counts) {
        session.quietly(() -> {
            for (int i = 0; i < size && !calls.isEmpty(); i++) {
                calls.get(Math.min(i, calls.size() - 1)).add(count(counts, i));
            }
            for (Call call : calls) {
                if (!call.answered) {
                    session.answered(call, true);
                }
            }
        });
    }

    private static SqlResult.Count count(@Nullable Object counts, int i) {
        long count =
                counts != null && i < Array.getLength(counts) ? Array.getLong(counts, i) : Statement.SUCCESS_NO_INFO;
        return new SqlResult.Count(count >= 0 ? count : null);
    }

    /** Some were done, at most one of them is known to have failed, and of the rest nobody can tell. */
    void failed(Session session, Throwable thrown) {
        long[] counts = thrown instanceof BatchUpdateException e ? counts(e) : new long[0];
        SQLException reason = thrown instanceof SQLException e ? e : new SQLException(thrown);
        session.batchFailed(calls, counts, reason);
    }

    private static long[] counts(BatchUpdateException e) {
        long[] large = e.getLargeUpdateCounts();
        return large == null ? new long[0] : large;
    }
}
