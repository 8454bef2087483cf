package io.bateleur.core.sim;

/**
 * Snapshot isolation: a transaction reads from the snapshot of its begin, and of two concurrent writers of a key the first to
 * commit wins. A locking read conflicts like a write. On request it is made serializable, by {@link Recent}.
 */
final class SnapshotControl extends MultiversionControl {
    /** How far back a stale snapshot lies at most, in commits per session. */
    private static final int STALENESS = 3;

    private final boolean serializable;
    private final Recent recent;

    SnapshotControl(SimStore store, boolean serializable) {
        super(store);
        this.serializable = serializable;
        this.recent = new Recent(store);
    }

    @Override
    SimOutcome begin(SimTxn t) {
        startAt(t, commits);
        if (bugs.isAny()) {
            beginWrongly(t);
        }
        return SimOutcome.DONE;
    }

    private void beginWrongly(SimTxn t) {
        int back = 1 + bugs.choose(STALENESS * store.txns().size());
        if (bugs.strikes(Bug.STALE_SNAPSHOT)) {
            startAt(t, Math.max(0, commits - back));
        } else if (bugs.strikes(Bug.REAL_TIME_ORDER_BROKEN)) {
            startAt(t, Math.max(t.floor, commits - back));
        } else if (t.lastCommit > 0 && bugs.strikes(Bug.SESSION_ORDER_BROKEN)) {
            startAt(t, t.lastCommit - 1);
        } else if (bugs.strikes(Bug.LONG_FORK)) {
            t.hole = recent.possibleHole(t);
        }
    }

    @Override
    void anchor(SimTxn t) {
        begin(t);
    }

    @Override
    boolean isChecked(SimTxn t, int write) {
        return true;
    }

    @Override
    boolean certifies(SimTxn t) {
        return super.certifies(t) && (!serializable || recent.admits(t));
    }

    @Override
    boolean hasOneClock() {
        return true;
    }

    @Override
    long commitsOf(int site) {
        return commits;
    }

    @Override
    void ended(SimTxn t, boolean committed) {
        super.ended(t, committed);
        if (committed && (serializable || bugs.is(Bug.LONG_FORK))) {
            recent.add(t, commits, oldestSeen());
        }
    }
}
