package io.bateleur.core.sim;

import io.bateleur.core.model.History;

/** Where the reads of a store with a bug go wrong, and where clients can see that they did. */
final class SimFaults {
    private final Versions versions;
    private final Bugs bugs;

    SimFaults(SimStore store) {
        this.versions = store.versions();
        this.bugs = store.bugs();
    }

    /** The version that a transaction is given in place of the one that it should see. */
    int seen(SimTxn t, int key, int right, boolean inScan, long commits) {
        int given = right;
        if (bugs.is(Bug.FRACTURED_READ)) {
            given = fractured(t, right);
        } else if (bugs.is(Bug.READ_SKEW)) {
            given = skewed(t, key, right, commits);
        } else if (bugs.is(Bug.SCAN_RETURNS_DELETED_KEY) && inScan) {
            given = undeleted(t, right);
        }
        if (given != right || shows(t, key, given)) {
            t.struck++;
        }
        return given;
    }

    /** The version before the right one, when the transaction has seen another write of the right one's writer. */
    private int fractured(SimTxn t, int right) {
        if (right == Versions.NONE || !versions.isBased(right) || !t.reads.hasWriter(versions.writer(right))) {
            return right;
        }
        int before = versions.older(right);
        return before != Versions.NONE && versions.isLive(before) && bugs.strikes(Bug.FRACTURED_READ) ? before : right;
    }

    /** The newest version, when its writer has overwritten what the transaction read; from there on the snapshot is new. */
    private int skewed(SimTxn t, int key, int right, long commits) {
        int newest = versions.newest(key);
        if (newest == right || !versions.isLive(newest) || !hasOvertaken(t, versions.writer(newest))) {
            return right;
        }
        if (!bugs.strikes(Bug.READ_SKEW)) {
            return right;
        }
        t.seen[0] = commits;
        return newest;
    }

    private boolean hasOvertaken(SimTxn t, int writer) {
        for (int i = 0; i < t.reads.size(); i++) {
            int key = t.reads.key(i);
            for (int v = versions.newest(key); v != Versions.NONE; v = versions.older(v)) {
                if (versions.writer(v) == writer
                        && versions.isBased(v)
                        && versions.order(versions.older(v)) == t.reads.version(i)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The live version under a delete that was over before the transaction began. */
    private int undeleted(SimTxn t, int right) {
        if (right == Versions.NONE || versions.isLive(right) || versions.ended(right) >= t.beganAt) {
            return right;
        }
        int before = versions.older(right);
        boolean provable = versions.isLive(before) && versions.isProven(right);
        return provable && bugs.strikes(Bug.SCAN_RETURNS_DELETED_KEY) ? before : right;
    }

    /** Whether clients can see from this read that something went wrong earlier. */
    private boolean shows(SimTxn t, int key, int version) {
        if (bugs.is(Bug.ABORTED_READ)) {
            return versions.isGhost(version);
        }
        if (bugs.is(Bug.LOST_DELETE)) {
            return versions.lostAt(version) < t.beganAt;
        }
        if (bugs.is(Bug.STALE_SNAPSHOT) || bugs.is(Bug.REAL_TIME_ORDER_BROKEN) || bugs.is(Bug.SESSION_ORDER_BROKEN)) {
            int missed = versions.successor(key, version);
            return missed != Versions.NONE
                    && versions.isBased(missed)
                    && versions.ended(missed) < t.beganAt
                    && (!bugs.is(Bug.SESSION_ORDER_BROKEN) || versions.session(missed) == t.session);
        }
        return false;
    }

    /** What a read of the version answers. */
    int answer(SimTxn t, int version) {
        int intermediate = versions.intermediate(version);
        if (intermediate >= 0 && bugs.strikes(Bug.INTERMEDIATE_READ)) {
            t.struck++;
            return intermediate;
        }
        return versions.value(version);
    }

    /** Whether a read passes over the transaction's own write and sees the version below. */
    boolean ignoresOwn(SimTxn t, int own, int below) {
        boolean ignores = versions.value(below) != t.writes.value(own) && bugs.strikes(Bug.IGNORED_OWN_WRITE);
        if (ignores) {
            t.struck++;
        }
        return ignores;
    }

    /** Takes a key that has long been there out of what an iteration has returned. */
    void skipKey(SimTxn t, Control control) {
        int last = t.items.size() - (t.items.isStopped() ? 1 : 0);
        for (int i = 0; i < last; i++) {
            int key = t.items.key(i);
            boolean own = t.writes.find(key) >= 0;
            int version = own ? Versions.NONE : control.look(t, key);
            if (version != Versions.NONE
                    && versions.ended(version) < t.beganAt
                    && bugs.strikes(Bug.ITERATOR_SKIPS_KEY)) {
                t.items.remove(i);
                t.struck++;
                return;
            }
        }
    }

    /** Whether a delete that is about to be installed gets lost. */
    boolean losesDelete(SimTxn t, int write) {
        int doomed = versions.newest(t.writes.key(write));
        if (t.writes.value(write) != History.ABSENT || !versions.isLive(doomed)) {
            return false;
        }
        boolean provable = t.writes.base(write) == versions.order(doomed) || versions.ended(doomed) < t.beganAt;
        if (!provable || !bugs.strikes(Bug.LOST_DELETE)) {
            return false;
        }
        versions.lose(doomed, t.answerAt);
        return true;
    }
}
