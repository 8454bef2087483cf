package io.bateleur.sql.lift;

import java.util.BitSet;
import java.util.List;

/** Finds the columns that somebody read: of the others nobody can tell what was written, or that it was. */
final class Survey implements Statements.Receiver {
    private final BitSet read;

    Survey(int columns) {
        read = new BitSet(columns);
    }

    @Override
    public void statement(int operation, Outcome outcome) {}

    @Override
    public void transaction(int transaction, List<Op> ops) {
        for (Op op : ops) {
            if (!op.isWrite()) {
                read.set(op.relation().firstColumn + op.column());
            }
        }
    }

    boolean isRead(Relation relation, int column) {
        return read.get(relation.firstColumn + column);
    }
}
