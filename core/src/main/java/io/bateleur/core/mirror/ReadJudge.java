package io.bateleur.core.mirror;

import io.bateleur.core.model.EdgeKind;

/**
 * Consistent read: which versions a read may have seen, given when it can have looked. What follows for the snapshot of its
 * transaction is an interval; what is certain becomes dependencies.
 */
final class ReadJudge {
    private static final int NONE = VersionChains.NONE;

    private final TransactionTable transactions;
    private final VersionChains versions;
    private final ValueCodes codes;
    private final KeyTable keys;
    private final InitialContents initial;
    private final ListOrders lists;
    private final Certifier certifier;
    private final Certifier instants;
    private final Deviations deviations;
    private final Suspicions suspicions;

    private final MixedSnapshots mixed;

    private long certain;
    private long ambiguous;
    private long unjudged;

    ReadJudge(
            TransactionTable transactions,
            VersionChains versions,
            ValueCodes codes,
            KeyTable keys,
            InitialContents initial,
            ListOrders lists,
            Certifier certifier,
            Certifier instants,
            Deviations deviations,
            Suspicions suspicions) {
        this.transactions = transactions;
        this.versions = versions;
        this.codes = codes;
        this.keys = keys;
        this.initial = initial;
        this.lists = lists;
        this.certifier = certifier;
        this.instants = instants;
        this.deviations = deviations;
        this.suspicions = suspicions;
        mixed = new MixedSnapshots(versions);
    }

    long certain() {
        return certain;
    }

    long ambiguous() {
        return ambiguous;
    }

    long unjudged() {
        return unjudged;
    }

    /** Judges the reads of a transaction that ended. */
    void judge(int t) {
        OpLog log = transactions.log(t);
        Profile profile = transactions.profile[t];
        if (profile.reads() == Profile.Reads.ANY || profile.time() == Profile.RealTime.NONE) {
            return;
        }
        if (transactions.hasAnchor(t)) {
            transactions.low[t] = transactions.anchorBefore[t];
            transactions.high[t] = transactions.anchorAfter[t];
        }
        mixed.clear();
        range = NONE;
        boolean ordered = profile.ordersSnapshots() && transactions.hasAnchor(t);
        if (ordered) {
            order(t);
        }
        int lowWitness = -1;
        int highWitness = -1;
        for (int i = 0; i < log.size; i++) {
            if (OpLog.isWrite(log.kinds[i]) || log.values[i] == ValueCodes.UNKNOWN) {
                continue;
            }
            if (!isJudged(t, profile, log, i)) {
                unjudged++;
                continue;
            }
            if (!candidates(t, profile, log, i)) {
                continue;
            }
            if (profile.reads() == Profile.Reads.STATEMENT || isLocking(log, i)) {
                if (least > most) {
                    suspicions.read(t, i);
                } else if (profile.scans() == Profile.Scans.INSTANT
                        && (log.flags[i] & (OpLog.OF_RANGE | OpLog.LOCKING)) == OpLog.OF_RANGE) {
                    scanned(t, profile, log, i);
                }
                continue;
            }
            if (profile.time() != Profile.RealTime.GLOBAL) {
                if (least > most) {
                    suspicions.read(t, i);
                }
                continue;
            }
            if (seen != NONE
                    && mixed.note(
                            i,
                            seen,
                            log.keys[i],
                            transactions.anchorBefore[t],
                            profile.locks() != Profile.Locks.NONE)) {
                suspicions.snapshot(t, mixed.seenBy(), mixed.missedBy());
                return;
            }
            if (ordered && seen != NONE) {
                order(t, log, i, profile.locks() != Profile.Locks.NONE);
            }
            if (least > transactions.low[t]) {
                transactions.low[t] = least;
                lowWitness = i;
            }
            if (most < transactions.high[t]) {
                transactions.high[t] = most;
                highWitness = i;
                transactions.highWitness[t] = i;
            }
            if (transactions.low[t] > transactions.high[t]) {
                suspicions.snapshot(t, lowWitness, highWitness);
                return;
            }
        }
    }

    /** The range whose keys are looked at, and when it can have been read as a whole. */
    private int range = NONE;

    private long rangeLow;
    private long rangeHigh;
    private int rangeLowWitness;
    private int rangeHighWitness;

    /** A key of a range that is read at one instant. */
    private void scanned(int t, Profile profile, OpLog log, int i) {
        int start = log.statementStart(i);
        if (start != range) {
            range = start;
            rangeLow = Long.MIN_VALUE;
            rangeHigh = Long.MAX_VALUE;
            mixed.clear();
        }
        if (seen != NONE && mixed.note(i, seen, log.keys[i], log.before[i], profile.locks() != Profile.Locks.NONE)) {
            suspicions.statement(t, mixed.seenBy(), mixed.missedBy());
            mixed.clear();
            return;
        }
        if (least > rangeLow) {
            rangeLow = least;
            rangeLowWitness = i;
        }
        if (most < rangeHigh) {
            rangeHigh = most;
            rangeHighWitness = i;
        }
        if (rangeLow > rangeHigh) {
            suspicions.statement(t, rangeLowWitness, rangeHighWitness);
            rangeLow = Long.MIN_VALUE;
            rangeHigh = Long.MAX_VALUE;
        }
    }

    // ---- snapshots and commits in their order

    private void order(int t) {
        instants.add(Certifier.snapshot(t));
        if (instants.has(Certifier.commit(t))) {
            instants.connect(
                    Certifier.snapshot(t), Certifier.commit(t), EdgeKind.SO, 0, 0, 0, 0, VersionChains.INITIAL);
        }
    }

    /** What a read says of the order; what the times say anyway is left out. */
    private void order(int t, OpLog log, int i, boolean locked) {
        int key = log.keys[i];
        int writer = versions.writer[seen];
        if (writer >= 0 && versions.high[seen] >= transactions.low[t]) {
            instants.connect(
                    Certifier.commit(writer),
                    Certifier.snapshot(t),
                    EdgeKind.WR,
                    key,
                    log.values[i],
                    log.before[i],
                    log.after[i],
                    writer);
        }
        for (int y = versions.head(key); y != NONE; y = versions.older[y]) {
            int later = versions.writer[y];
            if (y != seen
                    && later >= 0
                    && !versions.maybe[y]
                    && versions.low[y] <= transactions.high[t]
                    && versions.isBefore(seen, y, locked)) {
                instants.connect(
                        Certifier.snapshot(t),
                        Certifier.commit(later),
                        EdgeKind.RW,
                        key,
                        log.values[i],
                        log.before[i],
                        log.after[i],
                        writer);
            }
        }
    }

    private static boolean isLocking(OpLog log, int i) {
        return (log.flags[i] & OpLog.LOCKING) != 0;
    }

    private boolean isJudged(int t, Profile profile, OpLog log, int i) {
        if (log.values[i] == ValueCodes.ABSENT && profile.mayPassOver(isLocking(log, i))
                || (log.flags[i] & OpLog.OF_RANGE) != 0 && profile.exempts(Profile.Exemption.RANGES)) {
            return false;
        }
        if (profile.exempts(Profile.Exemption.OWN_ROWS) && wroteRow(log, i)) {
            return false;
        }
        if ((log.flags[i] & OpLog.OWN) != 0) {
            own(t, log, i);
            return false;
        }
        return profile.reads() == Profile.Reads.STATEMENT || transactions.hasAnchor(t);
    }

    private boolean wroteRow(OpLog log, int end) {
        if (log.writes > 0) {
            int row = keys.row(log.keys[end]);
            for (int i = 0; i < end; i++) {
                if (OpLog.isWrite(log.kinds[i]) && keys.row(log.keys[i]) == row) {
                    return true;
                }
            }
        }
        return false;
    }

    private void own(int t, OpLog log, int i) {
        int write = log.lastWrite(log.keys[i], i);
        long written = log.values[write];
        long seen = log.values[i];
        if (log.kinds[i] == OpLog.READ_LIST) {
            long[] elements = codes.elements(seen);
            if (log.kinds[write] != OpLog.APPEND || written == ValueCodes.UNKNOWN) {
                return;
            }
            seen = elements.length == 0 ? ValueCodes.ABSENT : elements[elements.length - 1];
        } else if (log.kinds[write] == OpLog.APPEND) {
            return;
        }
        if (!codes.match(seen, written)) {
            suspicions.ownWrite(t, i);
        }
    }

    // ---- one read

    /** When the snapshot must have been taken, given what the read saw. */
    private long least;

    private long most;

    /** The only version that it may have seen, if there is only one. */
    private int seen;

    /** Whether some version explains the read; then the interval is known. */
    private boolean candidates(int t, Profile profile, OpLog log, int i) {
        boolean ofTransaction = profile.reads() == Profile.Reads.TRANSACTION;
        long low = ofTransaction && transactions.hasAnchor(t) ? transactions.anchorBefore[t] : log.before[i];
        long high = ofTransaction && !isLocking(log, i) ? transactions.anchorAfter[t] : log.after[i];
        int key = log.keys[i];
        boolean list = log.kinds[i] == OpLog.READ_LIST;
        if (list != lists.isAppended(key)) {
            unjudged++; // a list that somebody puts, or gets: what its versions hold is not followed
            return false;
        }
        seen = NONE;
        long content = list ? lists.last(codes, log.values[i]) : log.values[i];
        boolean locked = profile.locks() != Profile.Locks.NONE;
        int match = NONE;
        int matches = 0;
        least = Long.MAX_VALUE;
        most = Long.MIN_VALUE;
        for (int v = versions.newest(key, initial.of(key)); v != NONE; v = versions.older[v]) {
            if (versions.low[v] > high
                    || !codes.match(content, list ? lists.last(codes, versions.value[v]) : versions.value[v])
                    || isReplaced(v, key, low, locked)) {
                continue;
            }
            match = v;
            matches++;
            least = Math.min(least, versions.low[v]);
            most = Math.max(most, successorHigh(v, key, locked));
        }
        if (matches == 0) {
            suspicions.read(t, i);
            return false;
        }
        if (list && lists.onlyGrows(key) && !goesOn(t, profile, log, i, low)) {
            return false;
        }
        least = Math.max(least, low);
        most = Math.min(most, high);
        if (matches > 1 || versions.value[match] == ValueCodes.UNKNOWN) {
            ambiguous++;
            return true;
        }
        certain++;
        seen = match;
        if (versions.high[match] > high) {
            pin(t, log, i, match, high);
        }
        versions.maybe[match] = false;
        boolean depends = profile.certified() || profile.deviation() != Profile.Deviation.NONE;
        if (depends && transactions.state[t] == TransactionTable.COMMITTED) {
            depend(t, key, match, log, i, locked);
        }
        return true;
    }

    /** Whether a list has all that was certainly there, in the order in which others saw it. */
    private boolean goesOn(int t, Profile profile, OpLog log, int i, long low) {
        int key = log.keys[i];
        long[] elements = codes.elements(log.values[i]);
        for (int y = versions.head(key); y != NONE; y = versions.older[y]) {
            if (versions.writer[y] >= 0
                    && !versions.maybe[y]
                    && versions.high[y] < low
                    && !contains(elements, versions.value[y])
                    && profile.keepsAppends()) {
                suspicions.read(t, i);
                return false;
            }
        }
        if (!profile.keepsAppends()) {
            return true;
        }
        TransactionTable.Sighting read =
                new TransactionTable.Sighting(t, key, log.values[i], log.before[i], log.after[i]);
        TransactionTable.Sighting other = lists.note(key, elements, read);
        if (other != null) {
            suspicions.lists(t, i, other);
        }
        return other == null;
    }

    private static boolean contains(long[] elements, long code) {
        for (long element : elements) {
            if (element == code) {
                return true;
            }
        }
        return false;
    }

    /** Whether something certainly later was certainly there to be seen. */
    private boolean isReplaced(int v, int key, long low, boolean locked) {
        for (int y = versions.head(key); y != NONE; y = versions.older[y]) {
            if (versions.high[y] < low && !versions.maybe[y] && y != v && versions.isBefore(v, y, locked)) {
                return true;
            }
        }
        return false;
    }

    /** The snapshot was taken before that: then the next version was there. */
    private long successorHigh(int v, int key, boolean locked) {
        long least = Long.MAX_VALUE;
        for (int y = versions.head(key); y != NONE; y = versions.older[y]) {
            if (y != v && !versions.maybe[y] && versions.high[y] < least && versions.isBefore(v, y, locked)) {
                least = versions.high[y];
            }
        }
        return least;
    }

    /** What was seen had been committed, and all else that its writer wrote. */
    private void pin(int t, OpLog log, int i, int v, long seenBy) {
        int writer = versions.writer[v];
        versions.high[v] = Math.max(seenBy, versions.low[v]);
        if (writer < 0 || transactions.committedBy[writer] <= seenBy) {
            return;
        }
        transactions.sighted(
                writer,
                seenBy,
                new TransactionTable.Sighting(t, log.keys[i], log.values[i], log.before[i], log.after[i]));
        OpLog wrote = transactions.log[writer];
        for (int j = 0; wrote != null && j < wrote.size; j++) {
            if (OpLog.isWrite(wrote.kinds[j]) && (wrote.flags[j] & OpLog.OVERWRITTEN) == 0) {
                int other = versions.of(wrote.keys[j], writer);
                if (other != NONE) {
                    versions.high[other] = Math.min(versions.high[other], Math.max(seenBy, versions.low[other]));
                    versions.maybe[other] = false;
                }
            }
        }
    }

    private void depend(int t, int key, int v, OpLog log, int i, boolean locked) {
        int writer = versions.writer[v];
        long before = log.before[i];
        long after = log.after[i];
        boolean deviates = transactions.profile[t].deviation() != Profile.Deviation.NONE;
        if (writer >= 0) {
            certifier.connect(writer, t, EdgeKind.WR, key, log.values[i], before, after, writer);
            if (Deviations.looksAtAll(transactions.profile[t].deviation())) {
                deviations.dependency(
                        new Certifier.Edge(writer, t, EdgeKind.WR, key, log.values[i], before, after, writer));
            }
        }
        for (int y = versions.head(key); y != NONE; y = versions.older[y]) {
            if (y != v && !versions.maybe[y] && versions.writer[y] >= 0 && versions.isBefore(v, y, locked)) {
                certifier.connect(t, versions.writer[y], EdgeKind.RW, key, log.values[i], before, after, writer);
                if (deviates) {
                    deviations.dependency(new Certifier.Edge(
                            t, versions.writer[y], EdgeKind.RW, key, log.values[i], before, after, writer));
                }
            }
        }
        versions.addReader(v, t, before, after, log.values[i], certifier);
    }
}
