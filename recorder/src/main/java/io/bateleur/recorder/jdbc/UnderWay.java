package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.Holder;

/** Calls of a connection that may end transactions and have not returned: what they did is told later, with the time before them. */
final class UnderWay implements Holder {
    private final boolean asked;
    private int calls;
    private long first;

    UnderWay(Ledger ledger) {
        this.asked = ledger.isAsked();
        ledger.ask(this);
    }

    /** A call is about to be made; returns the time before it. */
    long calling() {
        if (!asked) {
            return System.nanoTime();
        }
        synchronized (this) {
            long before = System.nanoTime();
            first = calls++ == 0 ? before : first;
            return before;
        }
    }

    /** What it meant has been told. */
    void called() {
        if (asked) {
            synchronized (this) {
                calls--;
            }
        }
    }

    @Override
    public synchronized long handOver() {
        return calls == 0 ? Long.MAX_VALUE : first;
    }
}
