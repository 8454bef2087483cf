package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.io.InputStream;
import java.io.Reader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A large object that is left to the application, because often it can be read only once: what that reads of it is told.
 *
 * @param row that has it
 */
record LargeCell(Session session, @Nullable Call call, List<Value> row, Columns columns, int column) {
    /** The application got it; gives back what it shall see. */
    Object seen(Object value) {
        int large = session.ledger().largeBytes();
        if (value instanceof byte[] || value instanceof String) {
            keep(Values.of(value, large));
        } else if (value instanceof InputStream in) {
            DigestedInput[] made = new DigestedInput[1];
            made[0] = new DigestedInput(in, large, () -> keep(made[0].value()));
            return made[0];
        } else if (value instanceof Reader in) {
            DigestedReader[] made = new DigestedReader[1];
            made[0] = new DigestedReader(in, large, () -> keep(made[0].value()));
            return made[0];
        }
        return value;
    }

    private void keep(Value value) {
        session.quietly(() -> {
            if (call != null && !call.written) {
                row.set(column - 1, columns.seen(column, value));
            }
        });
    }
}
