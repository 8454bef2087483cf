package io.bateleur.core.sim;

/** Strict two-phase locking: reads and writes lock keys, range reads lock the whole range, all until the transaction ends. */
final class LockingControl extends Control {
    private final Locks locks;
    private final Skews skews;

    LockingControl(SimStore store) {
        super(store);
        this.skews = new Skews(store);
        this.locks = new Locks(store);
    }

    @Override
    SimOutcome admitRead(SimTxn t, int key, boolean locking) {
        return locking ? locks.write(t, key) : locks.read(t, key);
    }

    @Override
    SimOutcome admitWrite(SimTxn t, int key) {
        if (bugs.is(Bug.WRITE_SKEW) && locks.isOnlyRead(t, key) && bugs.strikes(Bug.WRITE_SKEW)) {
            locks.bypassReaders(t, key);
            return SimOutcome.DONE;
        }
        return locks.write(t, key);
    }

    @Override
    SimOutcome admitRange(SimTxn t, int low, int high) {
        if (!bugs.strikes(Bug.PHANTOM)) {
            return locks.readRange(t, low, high);
        }
        // Only what is there is locked, not what may come.
        SimOutcome outcome = SimOutcome.DONE;
        for (int key = low; key < high && outcome == SimOutcome.DONE; key++) {
            outcome = versions.isLive(versions.newest(key)) ? locks.read(t, key) : SimOutcome.DONE;
        }
        return outcome;
    }

    @Override
    int look(SimTxn t, int key) {
        return versions.newest(key);
    }

    @Override
    boolean certifies(SimTxn t) {
        if (bugs.is(Bug.PHANTOM) && sawPhantom(t)) {
            t.struck++;
        }
        if (t.bypassed && !skews.isFromSnapshot(t)) {
            return false;
        }
        t.struck += t.bypassed && skews.closes(t) ? 1 : 0;
        return true;
    }

    /** Whether a key was inserted into a range after the transaction had read it, and the transaction read from that writer. */
    private boolean sawPhantom(SimTxn t) {
        for (int i = 0; i < t.ranges.size(); i++) {
            for (int key = t.ranges.low(i); key < t.ranges.high(i); key++) {
                for (int v = versions.newest(key); v != Versions.NONE; v = versions.older(v)) {
                    boolean inserted = versions.isLive(v) && !versions.isLive(versions.older(v));
                    boolean since = versions.index(v) > t.ranges.point(i);
                    if (inserted && since && t.reads.hasWriter(versions.writer(v))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    @Override
    void ended(SimTxn t, boolean committed) {
        locks.release(t);
        if (committed) {
            skews.committed(t, commits, oldestSeen());
        }
    }
}
