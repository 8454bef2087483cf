package io.bateleur.core.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The transactions that committed lately: those that a running transaction may be concurrent with. */
final class Recent {
    /*
     * Makes snapshot isolation serializable. In every cycle of dependencies among transactions of snapshot isolation there are
     * two consecutive anti-dependencies T1 -> T2 -> T3 between concurrent transactions, where T3 is the first of the cycle to
     * commit [1, 2, 3]; T1 and T3 may be the same. So it suffices that no such three ever commit [2].
     *
     * Proof: let T3 be the first to commit. The edge into it is no dependency, for those lead from a commit to a later begin. So
     * it is an anti-dependency, and its source T2 began before T3 committed. Then the edge into T2 is no dependency either,
     * or its source had committed before T3. The same holds for edges from "ended before the other began": so this keeps
     * real time too.
     *
     * An anti-dependency between two concurrent transactions is found when the later of the two commits, because then the
     * reads and writes of both are known; ranges count as reads of all their keys. Of the three the last to commit is
     * aborted: T2 if it reads around T3 and somebody who committed after T3 reads around it; T1 if it reads around a T2 that
     * had read around a T3.
     *
     * [1] Fekete, Liarokapis, O'Neil, O'Neil, Shasha: Making Snapshot Isolation Serializable (2005)
     * [2] Cahill, Roehm, Fekete: Serializable Isolation for Snapshot Databases (2008)
     * [3] Ports, Grittner: Serializable Snapshot Isolation in PostgreSQL (2012)
     */

    private static final int HOLE_REACH = 8;

    private final Deque<Commit> commits = new ArrayDeque<>();
    private final Versions versions;
    private final Bugs bugs;

    Recent(SimStore store) {
        this.versions = store.versions();
        this.bugs = store.bugs();
    }

    /** A transaction that has committed; {@code at} counts the commits with effects, its own too if it has any. */
    private static final class Commit {
        final int number;
        final int session;
        final long start;
        final long at;
        final long hole;
        final boolean effects;
        final SimReads reads;
        final Ranges ranges;
        final int[] written;
        /** Whether it reads around somebody who had committed before it: it may be a T2. */
        final boolean reading;

        Commit(SimTxn t, long at, boolean reading) {
            this.reading = reading;
            this.number = t.number;
            this.session = t.session;
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
    void add(SimTxn t, long at, long oldestSeen) {
        boolean reading = false;
        for (Commit other : concurrentWith(t)) {
            reading |= readsAround(t, other);
        }
        Commit added = new Commit(t, at, reading);
        if (bugs.is(Bug.LONG_FORK)) {
            t.struck += countForks(added);
        }
        while (!commits.isEmpty() && commits.getFirst().at <= oldestSeen) {
            commits.removeFirst();
        }
        commits.addLast(added);
    }

    // ---- serializability

    /** Whether the transaction can commit without being the last of a T1, T2 and T3. */
    boolean admits(SimTxn t) {
        long firstAround = Long.MAX_VALUE;
        long lastReader = -1;
        boolean first = false;
        for (Commit other : concurrentWith(t)) {
            if (readsAround(t, other)) {
                firstAround = Math.min(firstAround, other.at);
                first |= other.reading;
            }
            if (isReadAround(t, other)) {
                lastReader = Math.max(lastReader, other.at);
            }
        }
        return (!first && firstAround > lastReader) || isExcused(t);
    }

    /** The commits that the transaction does not see. */
    private List<Commit> concurrentWith(SimTxn t) {
        List<Commit> found = new ArrayList<>();
        for (Iterator<Commit> it = commits.descendingIterator(); it.hasNext(); ) {
            Commit commit = it.next();
            if (commit.at <= t.start) {
                break;
            }
            found.add(commit);
        }
        return found;
    }

    /** Whether the transaction has read, without seeing it, what a concurrent one wrote. */
    private static boolean readsAround(SimTxn t, Commit other) {
        for (int key : other.written) {
            if (t.reads.hasKey(key) || t.ranges.contain(key)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isReadAround(SimTxn t, Commit other) {
        for (int i = 0; i < t.writes.size(); i++) {
            if (other.hasRead(t.writes.key(i))) {
                return true;
            }
        }
        return false;
    }

    // ---- bugs

    /** Whether the transaction and a concurrent one each replace a version that both have read. */
    boolean skewsItems(SimTxn t) {
        return concurrentWith(t).stream().anyMatch(other -> overwritesItem(t, other) && isOverwritten(t, other));
    }

    /** Whether a bug lets the transaction commit although it should not; only where clients can see what follows. */
    private boolean isExcused(SimTxn t) {
        if (!bugs.is(Bug.WRITE_SKEW) && !bugs.is(Bug.PHANTOM)) {
            return false;
        }
        for (Commit other : concurrentWith(t)) {
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
    private boolean skewsRange(SimTxn t, Commit other) {
        boolean inserts = insertsInto(t, other);
        boolean isInserted = isInsertedInto(t, other);
        return (inserts && (isInserted || isOverwritten(t, other))) || (isInserted && overwritesItem(t, other));
    }

    /** Whether the transaction replaces a version that the other has read, and has read it too. */
    private static boolean overwritesItem(SimTxn t, Commit other) {
        for (int i = 0; i < t.writes.size(); i++) {
            long base = t.writes.base(i);
            if (base != Writes.BLIND && other.reads.has(t.writes.key(i), base)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the other has replaced a version that both have read. */
    private static boolean isOverwritten(SimTxn t, Commit other) {
        for (int key : other.written) {
            long read = t.reads.versionOf(key);
            if (read != SimReads.NOTHING && other.reads.has(key, read)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the transaction inserts a key into a range that the other has read. */
    private boolean insertsInto(SimTxn t, Commit other) {
        for (int i = 0; i < t.writes.size(); i++) {
            int key = t.writes.key(i);
            boolean inserts = t.writes.value(i) >= 0 && !versions.isLive(versions.newest(key));
            if (inserts && other.ranges.contain(key)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInsertedInto(SimTxn t, Commit other) {
        for (int key : other.written) {
            int version = versions.newest(key);
            if (t.ranges.contain(key)
                    && versions.isLive(version)
                    && !versions.isLive(versions.older(version))
                    && versions.writer(version) == other.number) {
                return true;
            }
        }
        return false;
    }

    /**
     * A commit that a snapshot can miss while it sees all later ones, so that no transaction is seen without what it
     * saw itself: all later ones were concurrent with it. It must be of another session, and not be seen by this one already;
     * and the transaction is going to read from before it and from after it.
     */
    long possibleHole(SimTxn t) {
        long newestStart = -1;
        boolean readsLater = false;
        int looked = 0;
        for (Iterator<Commit> it = commits.descendingIterator(); it.hasNext() && looked < HOLE_REACH; ) {
            Commit commit = it.next();
            if (!commit.effects) {
                continue;
            }
            if (commit.at <= t.past) {
                break;
            }
            boolean reads = t.program.justReadsAny(commit.written);
            if (reads && readsLater && newestStart < commit.at && commit.session != t.session) {
                return commit.at;
            }
            readsLater |= reads;
            newestStart = Math.max(newestStart, commit.start);
            looked++;
        }
        return SimTxn.NO_HOLE;
    }

    /** How many earlier readers saw one key newer and another one older than this reader. */
    private int countForks(Commit reader) {
        int forks = 0;
        for (Commit other : commits) {
            boolean odd = reader.hole != SimTxn.NO_HOLE || other.hole != SimTxn.NO_HOLE;
            forks += odd && seesNewer(reader, other) && seesNewer(other, reader) ? 1 : 0;
        }
        return forks;
    }

    private static boolean seesNewer(Commit reader, Commit other) {
        for (int i = 0; i < reader.reads.size(); i++) {
            long theirs = other.reads.versionOf(reader.reads.key(i));
            if (theirs != SimReads.NOTHING && reader.reads.version(i) > theirs) {
                return true;
            }
        }
        return false;
    }
}
