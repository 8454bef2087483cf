package io.bateleur.core.sim;

/**
 * Optimistic control with backward validation: a transaction reads what is committed at that moment and may commit when all
 * that it read, ranges too, is still so. Then it might as well have done everything at that point.
 */
final class OptimisticControl extends Control {
    private final Skews skews;

    OptimisticControl(SimStore store) {
        super(store);
        this.skews = new Skews(store);
    }

    @Override
    int look(SimTxn t, int key) {
        return versions.newest(key);
    }

    @Override
    boolean certifies(SimTxn t) {
        if (isCurrent(t)) {
            return true;
        }
        boolean skewed =
                bugs.is(Bug.WRITE_SKEW) && skews.closes(t) && skews.isFromSnapshot(t) && bugs.strikes(Bug.WRITE_SKEW);
        t.struck += skewed ? 1 : 0;
        return skewed;
    }

    @Override
    void ended(SimTxn t, boolean committed) {
        if (committed) {
            skews.committed(t, commits, oldestSeen());
        }
    }

    private boolean isCurrent(SimTxn t) {
        for (int i = 0; i < t.reads.size(); i++) {
            if (versions.order(versions.newest(t.reads.key(i))) != t.reads.version(i)) {
                return false;
            }
        }
        for (int i = 0; i < t.writes.size(); i++) {
            boolean current = t.writes.base(i) == versions.order(versions.newest(t.writes.key(i)));
            if (t.writes.base(i) != Writes.BLIND && !current) {
                return false;
            }
        }
        for (int i = 0; i < t.ranges.size(); i++) {
            if (hasChanged(t.ranges, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasChanged(Ranges ranges, int range) {
        for (int key = ranges.low(range); key < ranges.high(range); key++) {
            int newest = versions.newest(key);
            if (newest != Versions.NONE && versions.index(newest) > ranges.point(range)) {
                return true;
            }
        }
        return false;
    }
}
