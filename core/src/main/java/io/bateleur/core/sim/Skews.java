package io.bateleur.core.sim;

/** Write skew in stores whose transactions are serial at their commits: one may commit with reads of an earlier moment. */
final class Skews {
    private final Versions versions;
    private final Bugs bugs;
    private final Recent recent;

    Skews(SimStore store) {
        this.versions = store.versions();
        this.bugs = store.bugs();
        this.recent = new Recent(store);
    }

    /** Remembers a commit: a later one may come before it too. */
    void committed(SimTxn t, long commits, long oldestSeen) {
        if (bugs.is(Bug.WRITE_SKEW)) {
            recent.add(t, commits, oldestSeen);
        }
    }

    /** Whether the transaction and one that committed each come before the other, as clients can see. */
    boolean closes(SimTxn t) {
        return recent.skewsItems(t);
    }

    /**
     * Whether all that the transaction read was there at one moment, and nobody wrote what it writes since: then snapshot
     * isolation holds whatever else is wrong.
     */
    boolean isFromSnapshot(SimTxn t) {
        long end = Long.MAX_VALUE;
        for (int i = 0; i < t.reads.size(); i++) {
            end = Math.min(end, firstAfter(t.reads.key(i), t.reads.version(i)));
        }
        for (int i = 0; i < t.ranges.size(); i++) {
            for (int key = t.ranges.low(i); key < t.ranges.high(i); key++) {
                end = Math.min(end, firstAfter(key, t.ranges.point(i)));
            }
        }
        return end == Long.MAX_VALUE || holdsBefore(t, end);
    }

    /** Whether everything read was installed before that commit, and nothing written has been installed since. */
    private boolean holdsBefore(SimTxn t, long end) {
        for (int i = 0; i < t.reads.size(); i++) {
            if (t.reads.version(i) >= end) {
                return false;
            }
        }
        for (int i = 0; i < t.ranges.size(); i++) {
            boolean readLater = t.ranges.point(i) >= end;
            for (int key = t.ranges.low(i); readLater && key < t.ranges.high(i); key++) {
                if (firstAfter(key, end - 1) <= t.ranges.point(i)) {
                    return false;
                }
            }
        }
        for (int i = 0; i < t.writes.size(); i++) {
            if (firstAfter(t.writes.key(i), end - 1) != Long.MAX_VALUE) {
                return false;
            }
        }
        return true;
    }

    /** The first commit after the given one that installed the key. Here a version's order is its commit. */
    private long firstAfter(int key, long commit) {
        long first = Long.MAX_VALUE;
        for (int v = versions.newest(key); v != Versions.NONE && versions.index(v) > commit; v = versions.older(v)) {
            first = versions.index(v);
        }
        return first;
    }
}
