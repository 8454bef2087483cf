package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the columns that somebody read: of the others nobody can tell what was written, or that it was. */
final class Survey implements Statements.Receiver {
    private final BitSet read;
    private final @Nullable Clears clears;

    /** @param clears whom to tell which rows were touched, or null */
    Survey(int columns, @Nullable Clears clears) {
        this.read = new BitSet(columns);
        this.clears = clears;
    }

    @Override
    public void statement(int operation, Outcome outcome) {}

    @Override
    public void transaction(int transaction, List<Op> ops) {
        for (Op op : ops) {
            if (!op.isWrite()) {
                read.set(op.relation().firstColumn + op.column());
            }
            if (clears != null) {
                touch(clears, transaction, op);
            }
        }
    }

    private static void touch(Clears clears, int transaction, Op op) {
        Op.Scanned scanned = op.scanned();
        if (scanned == null) {
            List<Value> parts = ((Value.Elements) op.key()).value();
            clears.touch(transaction, op.relation(), parts.subList(2, parts.size()));
        } else {
            clears.scanned(transaction, op.relation());
            scanned.rows().forEach(row -> clears.touch(transaction, op.relation(), row));
        }
    }

    boolean isRead(Relation relation, int column) {
        return read.get(relation.firstColumn + column);
    }
}
