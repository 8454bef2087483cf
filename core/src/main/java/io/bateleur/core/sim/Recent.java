package io.bateleur.core.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** The transactions that committed lately: those that a running transaction may be concurrent with. */
final class Recent {
    /*
     * Makes snapshot isolation serializable [1]. In every cycle of dependencies among transactions of snapshot isolation there
     * are two consecutive anti-dependencies T1 -> T2 -> T3, each between concurrent transactions [2]: so it suffices that no
     * transaction in the middle, no pivot, ever commits. [1] keeps two flags per transaction, "somebody concurrent reads
     * around me" (in) and "I read around somebody concurrent" (out).
     *
     * Here the flags are settled at commits: an anti-dependency between two concurrent transactions is found when the later
     * of the two commits, since then the reads and writes of both are known; and who would make a pivot, of himself or of a
     * transaction that has committed, is aborted. Ranges count as reads of all their keys. Like [1] this aborts more than it
     * has to. It also keeps real time: the proof in [2] only uses that the other edges lead from a commit to a later begin,
     * and so does "ended before the other began".
     *
     * [1] Cahill, Roehm, Fekete: Serializable Isolation for Snapshot Databases (2008)
     * [2] Fekete, Liarokapis, O'Neil, O'Neil, Shasha: Making Snapshot Isolation Serializable (2005)
     */

    private static final int HOLE_REACH = 8;

    private final Deque<Commit> commits = new ArrayDeque<>();
    private final Versions versions;
    private final Bugs bugs;

    Recent(Store store) {
        this.versions = store.versions();
        this.bugs = store.bugs();
    }

    /** A transaction that has committed; {@code at} counts the commits with effects, its own too if it has any. */
    private static final class Commit {
        final int number;
        final long start;
        final long at;
        final long hole;
        final boolean effects;
        final Reads reads;
        final Ranges ranges;
        final int[] written;
        boolean in;
        boolean out;

        Commit(Txn t, long at) {
            this.number = t.number;
            this.start = t.start;
            this.at = at;
            this.hole = t.hole;
            this.effects = t.hasEffects();
            this.reads = t.reads.copy();
            this.ranges = t.ranges.copy();
            this.written = t.writes.copyOfKeys();
        }

        boolean hasRead(int key) {
            return reads.hasKey(key) || ranges.contain(key);
        }
    }

    /** Remembers a commit, and forgets those that every running transaction sees. */
    void add(Txn t, long at, long oldestSeen) {
        Commit added = new Commit(t, at);
        for (Iterator<Commit> it = commits.descendingIterator(); it.hasNext(); ) {
            Commit other = it.next();
            if (other.at <= t.start) {
                break;
            }
            boolean out = readsAround(t, other);
            boolean in = isReadAround(t, other);
            added.out |= out;
            other.in |= out;
            added.in |= in;
            other.out |= in;
        }
        if (bugs.is(Bug.LONG_FORK)) {
            bugs.fire(countForks(added));
        }
        while (!commits.isEmpty() && commits.getFirst().at <= oldestSeen) {
            commits.removeFirst();
        }
        commits.addLast(added);
    }

    // ---- serializability

    /** Whether the transaction can commit without making a pivot. */
    boolean admits(Txn t) {
        boolean in = false;
        boolean out = false;
        boolean pivots = false;
        for (Iterator<Commit> it = commits.descendingIterator(); it.hasNext(); ) {
            Commit other = it.next();
            if (other.at <= t.start) {
                break;
            }
            boolean outgoing = readsAround(t, other);
            boolean incoming = isReadAround(t, other);
            out |= outgoing;
            in |= incoming;
            pivots |= (outgoing && other.out) || (incoming && other.in);
        }
        return (!pivots && !(in && out)) || isExcused(t);
    }

    /** Whether the transaction has read, without seeing it, what a concurrent one wrote. */
    private static boolean readsAround(Txn t, Commit other) {
        for (int key : other.written) {
            if (t.reads.hasKey(key) || t.ranges.contain(key)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isReadAround(Txn t, Commit other) {
        for (int i = 0; i < t.writes.size(); i++) {
            if (other.hasRead(t.writes.key(i))) {
                return true;
            }
        }
        return false;
    }

    // ---- bugs

    /** Whether a bug lets the transaction commit although it should not; only where clients can see what follows. */
    private boolean isExcused(Txn t) {
        if (!bugs.is(Bug.WRITE_SKEW) && !bugs.is(Bug.PHANTOM)) {
            return false;
        }
        for (Iterator<Commit> it = commits.descendingIterator(); it.hasNext(); ) {
            Commit other = it.next();
            if (other.at <= t.start) {
                return false;
            }
            boolean items = overwritesItem(t, other) && isOverwritten(t, other);
            boolean excused = items ? bugs.strikes(Bug.WRITE_SKEW) : skewsRange(t, other) && bugs.strikes(Bug.PHANTOM);
            if (excused) {
                t.struck++;
                return true;
            }
        }
        return false;
    }

    /** Whether each comes before the other, for one of them because it did not find a key in a range. */
    private boolean skewsRange(Txn t, Commit other) {
        boolean inserts = insertsInto(t, other);
        boolean isInserted = isInsertedInto(t, other);
        return (inserts && (isInserted || isOverwritten(t, other))) || (isInserted && overwritesItem(t, other));
    }

    /** Whether the transaction replaces a version that the other has read, and has read it too. */
    private static boolean overwritesItem(Txn t, Commit other) {
        for (int i = 0; i < t.writes.size(); i++) {
            long base = t.writes.base(i);
            if (base != Writes.BLIND && other.reads.has(t.writes.key(i), base)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the other has replaced a version that both have read. */
    private static boolean isOverwritten(Txn t, Commit other) {
        for (int key : other.written) {
            long read = t.reads.versionOf(key);
            if (read != Reads.NOTHING && other.reads.has(key, read)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the transaction inserts a key that never was into a range that the other has read. */
    private boolean insertsInto(Txn t, Commit other) {
        for (int i = 0; i < t.writes.size(); i++) {
            int key = t.writes.key(i);
            boolean unborn = versions.newest(key) == Versions.NONE;
            if (unborn && t.writes.value(i) >= 0 && other.ranges.contain(key)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInsertedInto(Txn t, Commit other) {
        for (int key : other.written) {
            int version = versions.newest(key);
            if (t.ranges.contain(key)
                    && versions.isLive(version)
                    && versions.older(version) == Versions.NONE
                    && versions.writer(version) == other.number) {
                return true;
            }
        }
        return false;
    }

    /**
     * A commit that a snapshot can miss while it sees all later ones, so that no transaction is seen without what it
     * saw itself: all later ones were concurrent with it. None if the session has seen it already.
     */
    long possibleHole(long floor) {
        long newestStart = -1;
        int looked = 0;
        for (Iterator<Commit> it = commits.descendingIterator(); it.hasNext() && looked < HOLE_REACH; ) {
            Commit commit = it.next();
            if (!commit.effects) {
                continue;
            }
            if (commit.at <= floor) {
                break;
            }
            if (looked++ > 0 && newestStart < commit.at) {
                return commit.at;
            }
            newestStart = Math.max(newestStart, commit.start);
        }
        return Txn.NO_HOLE;
    }

    /** How many earlier readers saw one key newer and another one older than this reader. */
    private int countForks(Commit reader) {
        int forks = 0;
        for (Commit other : commits) {
            boolean odd = reader.hole != Txn.NO_HOLE || other.hole != Txn.NO_HOLE;
            forks += odd && seesNewer(reader, other) && seesNewer(other, reader) ? 1 : 0;
        }
        return forks;
    }

    private static boolean seesNewer(Commit reader, Commit other) {
        for (int i = 0; i < reader.reads.size(); i++) {
            long theirs = other.reads.versionOf(reader.reads.key(i));
            if (theirs != Reads.NOTHING && reader.reads.version(i) > theirs) {
                return true;
            }
        }
        return false;
    }
}
