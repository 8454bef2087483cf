package io.bateleur.core.prove;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.report.Step;

/**
 * What the operations of a history say of a step, without the graph that the search was made on: both sides used the key in the way
 * that the step says, and a single value that was read is the one that was written.
 */
final class RecordedOperations {
    private final History history;

    RecordedOperations(History history) {
        this.history = history;
    }

    boolean allow(Step step) {
        if (step.key().isEmpty()) {
            return true; // an order, not a dependency
        }
        int key = history.keys().find(step.key().get());
        int from = step.from().number();
        int to = step.to().number();
        return switch (step.kind()) {
            case WW -> lastWrite(from, key) >= 0 && lastWrite(to, key) >= 0;
            case WR, PWR -> lastWrite(from, key) >= 0 && reads(to, key, lastWrite(from, key));
            case RW, PRW -> lastWrite(to, key) >= 0 && reads(from, key, -1);
            case SO, RT -> true;
        };
    }

    /** The operation that installs a transaction's version of a key, or -1. */
    private int lastWrite(int transaction, int key) {
        for (int o = history.firstOperation(transaction + 1) - 1; o >= history.firstOperation(transaction); o--) {
            if (history.kind(o).isWrite() && history.key(o) == key) {
                return o;
            }
        }
        return -1;
    }

    /** Whether a transaction reads a key, or a range, and may have seen this write; -1 is any. */
    private boolean reads(int transaction, int key, int write) {
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            OpKind kind = history.kind(o);
            if (kind.isRangeRead() || kind.isItemRead() && history.key(o) == key && (write < 0 || maySee(o, write))) {
                return true;
            }
        }
        return false;
    }

    /** Lists hold what others appended too, so that only single values are compared. */
    private boolean maySee(int read, int write) {
        boolean single = history.kind(read) == OpKind.GET && history.kind(write) != OpKind.APPEND;
        int seen = history.value(read);
        int written = history.value(write);
        if (!single || seen == History.UNKNOWN || written == History.UNKNOWN) {
            return true;
        }
        return history.isDead(read) ? history.isDead(write) : !history.isDead(write) && seen == written;
    }
}
