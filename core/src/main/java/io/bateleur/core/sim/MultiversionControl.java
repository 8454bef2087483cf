package io.bateleur.core.sim;

import java.util.Arrays;

/** What the controls with snapshots share: reads from the snapshot, and conflicts with those who are not in it. */
abstract class MultiversionControl extends Control {
    /** Per key the site and the commit that last read it with a lock. */
    private int[] lockSites = {};

    private long[] lockIndexes = {};

    MultiversionControl(SimStore store) {
        super(store);
    }

    @Override
    final SimOutcome admitRead(SimTxn t, int key, boolean locking) {
        return locking && isTaken(t, key) ? SimOutcome.ABORTED : SimOutcome.DONE;
    }

    @Override
    final int look(SimTxn t, int key) {
        return versions.visible(key, t);
    }

    /** Whether this write of a transaction must not go over one that the transaction does not see. */
    abstract boolean isChecked(SimTxn t, int write);

    @Override
    boolean certifies(SimTxn t) {
        for (int i = 0; i < t.lockedSize(); i++) {
            if (isTaken(t, t.locked(i))) {
                return false;
            }
        }
        for (int i = 0; i < t.writes.size(); i++) {
            if (isChecked(t, i) && conflicts(t, i) && !forgets(t, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean conflicts(SimTxn t, int write) {
        int key = t.writes.key(write);
        long base = t.writes.base(write);
        boolean stale = base != Writes.BLIND && base != versions.order(versions.newest(key));
        return stale || isTaken(t, key) || (bugs.isAny() && t.reads.areTorn(key));
    }

    /** Whether somebody who is not in the transaction's snapshot has written the key, or read it with a lock. */
    private boolean isTaken(SimTxn t, int key) {
        int newest = versions.newest(key);
        boolean written = newest != Versions.NONE && (!versions.sees(t, newest) || versions.index(newest) > t.start);
        return written || (key < lockSites.length && lockIndexes[key] > Math.min(t.seen[lockSites[key]], t.start));
    }

    /** Whether, by a bug, a write goes over a version whose writer had read the same version as this transaction. */
    private boolean forgets(SimTxn t, int write) {
        int newest = versions.newest(t.writes.key(write));
        boolean sameBase = newest != Versions.NONE
                && versions.isBased(newest)
                && t.writes.base(write) == versions.order(versions.older(newest));
        boolean forgets = sameBase && bugs.strikes(Bug.LOST_UPDATE);
        t.struck += forgets ? 1 : 0;
        return forgets;
    }

    @Override
    void ended(SimTxn t, boolean committed) {
        if (!committed || !t.hasEffects()) {
            return;
        }
        t.lastSite = t.site;
        t.lastCommit = commitsOf(t.site);
        for (int i = 0; i < t.lockedSize(); i++) {
            markLocked(t.locked(i), t);
        }
    }

    /** How many commits the site has made. */
    abstract long commitsOf(int site);

    private void markLocked(int key, SimTxn t) {
        if (key >= lockSites.length) {
            int capacity = Math.max(key + 1, lockSites.length + (lockSites.length >> 1));
            lockSites = Arrays.copyOf(lockSites, capacity);
            lockIndexes = Arrays.copyOf(lockIndexes, capacity);
        }
        lockSites[key] = t.site;
        lockIndexes[key] = t.lastCommit;
    }
}
