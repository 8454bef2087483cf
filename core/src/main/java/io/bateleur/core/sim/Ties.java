package io.bateleur.core.sim;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Transactions that hang on what others have not committed, in a store with a dirty read or a dirty write. They abort with
 * those, and once one has committed the others have to: otherwise clients would see aborted reads, which is another bug.
 */
final class Ties {
    private final List<Tie> ties = new ArrayList<>();
    private final Deque<SimTxn> ready;

    /** One transaction, by its number and object, and another one that is running and that it hangs on. */
    private record Tie(int number, SimTxn txn, SimTxn on) {
        boolean isRunning() {
            return txn.active && txn.number == number;
        }
    }

    Ties(Deque<SimTxn> ready) {
        this.ready = ready;
    }

    void tie(SimTxn t, SimTxn on) {
        ties.add(new Tie(t.number, t, on));
        if (t.pinned) {
            pin(on);
        }
    }

    /** Whether the transaction with this number hangs on the given one. */
    boolean hasTie(int number, SimTxn on) {
        for (Tie tie : ties) {
            if (tie.number == number && tie.on == on) {
                return true;
            }
        }
        return false;
    }

    /** The numbers of the transactions that have ended and hang on the given one. */
    int[] endedOn(SimTxn on) {
        return ties.stream()
                .filter(tie -> tie.on == on && !tie.isRunning())
                .mapToInt(Tie::number)
                .toArray();
    }

    /** Whether the transaction hangs on one that is going to abort. */
    boolean isLost(SimTxn t) {
        return ties.stream().anyMatch(tie -> tie.txn == t && tie.isRunning() && tie.on.doomed);
    }

    void ended(SimTxn t, boolean committed) {
        for (Tie tie : List.copyOf(ties)) {
            if (committed && tie.txn == t && tie.number == t.number) {
                pin(tie.on);
            } else if (!committed && tie.on == t && tie.isRunning()) {
                doom(tie.txn);
            }
        }
        ties.removeIf(tie -> tie.on == t || (!committed && tie.txn == t && tie.number == t.number));
    }

    private void pin(SimTxn t) {
        if (t.pinned) {
            return;
        }
        t.pinned = true;
        for (Tie tie : List.copyOf(ties)) {
            if (tie.txn == t && tie.isRunning()) {
                pin(tie.on);
            }
        }
    }

    private void doom(SimTxn t) {
        t.doomed = true;
        if (t.waiting && !t.woken) {
            t.woken = true;
            ready.add(t);
        }
    }
}
