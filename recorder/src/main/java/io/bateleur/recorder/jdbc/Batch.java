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
    private @Nullable Object told;

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

    /** Whether the generated keys of a batch come in the order of its parts; MariaDB counts on from the first where it sent all at once. */
    static boolean keepsOrder(Engine engine) {
        return engine == Engine.POSTGRESQL || engine == Engine.H2;
    }

    /** @param settled whether nothing but the counts will be known of it */
    void answered(Session session, @Nullable Object counts, boolean settled) {
        told = counts;
        session.quietly(() -> {
            for (int i = 0; i < size && !calls.isEmpty(); i++) {
                calls.get(Math.min(i, calls.size() - 1)).add(count(counts, i));
            }
            for (Call call : calls) {
                if (!call.answered) {
                    session.answered(call, settled);
                }
            }
        });
    }

    /** The last part, or null when nothing is recorded. */
    @Nullable
    Call last() {
        return calls.isEmpty() ? null : calls.get(calls.size() - 1);
    }

    /** The application reads the keys of all: each part gets those of its own rows, when all were read and there are as many as rows. */
    void keys(SeenRows keys) {
        if (calls.size() != size || Array.getLength(told == null ? new int[0] : told) != size) {
            return;
        }
        int from = 0;
        long total = total();
        for (int i = 0; i < size; i++) {
            long count = Math.max(0, Array.getLong(told, i));
            int first = from;
            int end = (int) Math.min(Integer.MAX_VALUE, from + count);
            if (count > 0) {
                calls.get(i).add(() -> keys.slice(first, end, total));
            }
            from = end;
        }
    }

    private long total() {
        long total = 0;
        for (int i = 0; i < size && told != null; i++) {
            total += Math.max(0, Array.getLong(told, i));
        }
        return total;
    }

    /** Its keys will not be asked for any more. */
    void over(Session session) {
        calls.forEach(session::settle);
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
