package io.bateleur.core.sim;

/** Strict two-phase locking: reads and writes lock keys, range reads lock the whole range, all until the transaction ends. */
final class LockingControl extends Control {
    private final Locks locks;
    private final Skews skews;

    LockingControl(Store store) {
        super(store);
        this.skews = new Skews(store);
        this.locks = new Locks(store);
    }

    @Override
    Outcome admitRead(Txn t, int key, boolean locking) {
        return locking ? locks.write(t, key) : locks.read(t, key);
    }

    @Override
    Outcome admitWrite(Txn t, int key) {
        if (bugs.is(Bug.WRITE_SKEW) && locks.isOnlyRead(t, key) && bugs.strikes(Bug.WRITE_SKEW)) {
            locks.bypassReaders(t, key);
            return Outcome.DONE;
        }
        return locks.write(t, key);
    }

    @Override
    Outcome admitRange(Txn t, int low, int high) {
        if (!bugs.strikes(Bug.PHANTOM)) {
            return locks.readRange(t, low, high);
        }
        // Only what is there is locked, not what may come.
        Outcome outcome = Outcome.DONE;
        for (int key = low; key < high && outcome == Outcome.DONE; key++) {
            outcome = versions.isLive(versions.newest(key)) ? locks.read(t, key) : Outcome.DONE;
        }
        return outcome;
    }

    @Override
    int look(Txn t, int key) {
        return versions.newest(key);
    }

    @Override
    boolean certifies(Txn t) {
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
    private boolean sawPhantom(Txn t) {
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
    void ended(Txn t, boolean committed) {
        locks.release(t);
        if (committed) {
            skews.committed(t, commits, oldestSeen());
        }
    }
}
