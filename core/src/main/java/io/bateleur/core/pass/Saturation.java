package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.model.Criterion.Visibility;
import java.util.function.BooleanSupplier;

/**
 * Draws every edge that follows from reads whose source is known, until nothing follows any more.
 *
 * <pre>
 *   r reads x from w, v is another writer of x
 *
 *   commit(v) ~~> start(r)    =>  commit(v) -> behind(w)      v is older than w, or r would have seen it
 *   commit(w) ~~> behind(v)   =>  start(r) -> commit(v)       r is before v, or it would have seen v
 *   behind(v) ~~> commit(w)   =>  commit(v) -> behind(w)      two writers of x do not overlap (snapshots)
 * </pre>
 *
 * Sweeps over the points whose clocks have grown, in topological order of what was known first; most histories need two or three.
 */
public final class Saturation implements Pass {
    /** Up to so many neighbours in a key's list of writers are looked at one by one; beyond, each chain is searched. */
    private static final int WINDOW = 64;

    /** Starts come in nearly the order of their commits: after so many that cannot reach a point, the rest is not looked at. */
    private static final int BEYOND = 4;

    /** Reads that turn out to be settled start another round; what is left after so many is for the solver. */
    private static final int ROUNDS_MAX = 6;

    /** Between two looks at the clock: some milliseconds. */
    private static final int POINTS_BETWEEN_LOOKS = 1 << 12;

    @Override
    public Ir apply(Ir ir, BooleanSupplier cancelled) {
        if (ir.isContradictory() || !ir.chains().fit() || !isAsked(ir)) {
            return ir;
        }
        for (int round = 1; ; round++) {
            // The last round settles nothing, so that what follows from all that is settled has been drawn.
            Ir next = new Run(ir, cancelled).saturate(round < ROUNDS_MAX);
            boolean moreIsKnown = !next.isContradictory() && next.settledReads() > ir.settledReads();
            if (!moreIsKnown || cancelled.getAsBoolean()) {
                return next;
            }
            ir = next;
        }
    }

    /** Whether anything can follow: some read demands what comes before or after it, or is open; or writers may not overlap. */
    static boolean isAsked(Ir ir) {
        boolean asked = ir.hasSnapshots() || ir.hasOpenReads();
        for (int r = 0; !asked && r < ir.asg().readCount(); r++) {
            asked = (ir.demands(r) & (Ir.ANTI | Ir.SEES_ALL)) != 0;
        }
        return asked;
    }

    private static final class Run {
        private final Ir ir;
        private final BooleanSupplier cancelled;
        private final Asg asg;
        private final Clocks clocks;
        private final KeyWriters keys;
        private final EdgeList noted;
        private final int[] chain;
        private final boolean snapshots;
        /** Causality is judged by sessions and reads alone: what follows about versions is noted, and not followed. */
        private final boolean causesOnly;
        /** What reads demand that the clocks can tell: where levels are mixed, anti-dependencies of some make nothing visible. */
        private final int demanding;

        Run(Ir ir, BooleanSupplier cancelled) {
            this.ir = ir;
            this.cancelled = cancelled;
            this.asg = ir.asg();
            this.clocks = new Clocks(ir.chains(), edges(ir));
            this.keys = new KeyWriters(ir);
            this.noted = new EdgeList(ir.points(), 16);
            this.chain = ir.chains().chain();
            this.snapshots = ir.hasSnapshots();
            this.causesOnly = ir.level().criterion().visibility() == Visibility.CAUSES;
            this.demanding = ir.level().mixed() ? Ir.ANTI : Ir.ANTI | Ir.SEES_ALL;
        }

        /** Where only causes count, what is known of versions makes nothing visible. */
        private static EdgeList edges(Ir ir) {
            if (ir.level().criterion().visibility() != Visibility.CAUSES) {
                return ir.edges().copy();
            }
            return ir.edges()
                    .only(reason ->
                            reason == Reason.SESSION || reason == Reason.REAL_TIME || reason == Reason.READS_FROM);
        }

        Ir saturate(boolean settling) {
            int points = ir.points();
            boolean first = true;
            do {
                clocks.behind = false;
                for (int p = 0; p < points; p++) {
                    if (p % POINTS_BETWEEN_LOOKS == 0 && cancelled.getAsBoolean()) {
                        return ir;
                    }
                    if (first || clocks.changes(p) != 0) {
                        clocks.current = p;
                        if (!visit(p, first)) {
                            EdgeList edges = clocks.edges;
                            return ir.with(edges, ir.copyOfSources(), ir.copyOfExclusions())
                                    .contradicted(new Cone(ir, clocks).transactions(edges.size() - 1, p));
                        }
                    }
                }
                first = false;
            } while (clocks.behind);
            EdgeList all = clocks.edges;
            if (causesOnly) {
                all = ir.edges().copy();
                all.addAll(noted);
            }
            Ir saturated = ir.with(all, ir.copyOfSources(), ir.copyOfExclusions());
            return settling && ir.hasOpenReads() ? new Candidates(saturated, clocks, keys).prune() : saturated;
        }

        /** @param first whether nothing has been drawn yet from what reaches the point */
        private boolean visit(int p, boolean first) {
            long grown = 0;
            boolean all = first;
            do {
                long mask = clocks.takeChanges(p);
                grown |= mask;
                if (!rules(p, all ? Clocks.ALL : mask)) {
                    return false;
                }
                all = false;
            } while (clocks.changes(p) != 0);
            EdgeList needed = clocks.needed;
            for (int e = grown == 0 ? -1 : needed.first(p); e >= 0; e = needed.next(e)) {
                int to = needed.to(e);
                if (clocks.closes(p, to)) {
                    clocks.edges.add(p, to, needed.reason(e)); // the newest edge is the one that closes the cycle
                    return false;
                }
                clocks.merge(p, to, grown);
            }
            return true;
        }

        private boolean rules(int p, long mask) {
            int t = ir.transactionAt(p);
            if (t < 0 || !ir.happened(t)) {
                return true;
            }
            if (p == ir.start(t)) {
                for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                    boolean demands = (ir.demands(r) & demanding) != 0;
                    int entry = keys.sourceEntry[r];
                    if (demands && entry != KeyWriters.NOT_KNOWN && !olderThanSource(r, entry, t, p, mask)) {
                        return false;
                    }
                }
            }
            if (p == ir.behind(t)) {
                for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                    if (!overwrites(w, t, p, mask)) {
                        return false;
                    }
                }
            }
            if (snapshots && p == ir.commit(t)) {
                for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                    if (!noOverlap(w, t, p)) {
                        return false;
                    }
                }
            }
            return true;
        }

        // ---- writers that reach a reader are older than what it read

        private boolean olderThanSource(int r, int entry, int t, int p, long mask) {
            int key = asg.readKey(r);
            if (entry == KeyWriters.OF_INITIAL) {
                return (ir.demands(r) & Ir.SEES_ALL) == 0 || readsInitial(r, t, p, key);
            }
            int target = keys.behind(entry);
            boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
            int greatest = clocks.greatest(p);
            int steps = 0;
            for (int i = entry + 1; i < keys.keyStart[key + 1] && keys.commit(i) <= greatest; i++) {
                if (++steps > WINDOW) {
                    return searchOlder(r, t, p, mask, target);
                }
                if (!older(r, t, p, i, target, onlyLive)) {
                    return false;
                }
            }
            for (int i = entry - 1; i >= keys.bound(entry); i--) {
                if (++steps > WINDOW) {
                    return searchOlder(r, t, p, mask, target);
                }
                if (!older(r, t, p, i, target, onlyLive)) {
                    return false;
                }
            }
            return true;
        }

        private boolean older(int r, int t, int p, int i, int target, boolean onlyLive) {
            if (!keys.commitReaches(i, p, clocks) || keys.transaction(i) == t) {
                return true;
            }
            if (onlyLive && asg.isDeadWrite(keys.write[i])) {
                return true;
            }
            return precede(keys.commit(i), target, r);
        }

        private boolean precede(int from, int target, int r) {
            if (!causesOnly) {
                return clocks.add(from, target, Reason.MUST_PRECEDE_SOURCE.packed(r));
            }
            if (from == target || !clocks.reaches(from, target)) {
                noted.add(from, target, Reason.MUST_PRECEDE_SOURCE.packed(r));
            }
            return true;
        }

        private boolean readsInitial(int r, int t, int p, int key) {
            boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
            int greatest = clocks.greatest(p);
            for (int i = keys.keyStart[key]; i < keys.keyStart[key + 1] && keys.commit(i) <= greatest; i++) {
                boolean counts = !(onlyLive && asg.isDeadWrite(keys.write[i])) && keys.transaction(i) != t;
                if (counts && keys.commitReaches(i, p, clocks)) {
                    clocks.edges.add(p, keys.commit(i), Reason.OVERWRITES_SOURCE.packed(r));
                    return false;
                }
            }
            return true;
        }

        /** Of each chain, the last writer that reaches the reader stands for those before it. */
        private boolean searchOlder(int r, int t, int p, long mask, int target) {
            int key = asg.readKey(r);
            int source = ir.source(r);
            boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
            int from = keys.keyStart[key];
            int end = keys.keyStart[key + 1];
            while (from < end) {
                int c = keys.commitChain(keys.byChain[from]);
                int to = segmentEnd(from, end, c);
                if ((mask >>> (c >> clocks.shift()) & 1) != 0) {
                    int i = lastUpTo(from, to, clocks.last(p, c), t);
                    boolean counts = i >= 0 && keys.write[i] != source && !(onlyLive && asg.isDeadWrite(keys.write[i]));
                    if (counts && !precede(keys.commit(i), target, r)) {
                        return false;
                    }
                }
                from = to;
            }
            return true;
        }

        private int segmentEnd(int from, int end, int c) {
            int low = from + 1;
            int step = 1;
            while (low < end && keys.commitChain(keys.byChain[low]) == c) {
                from = low;
                low = Math.min(end, low + step);
                step <<= 1;
            }
            // The end lies after from and at or before low.
            int high = low;
            low = from + 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (keys.commitChain(keys.byChain[middle]) == c) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** The last entry of a segment at or before a place, leaving out a transaction's own; or -1. */
        private int lastUpTo(int from, int to, int bound, int t) {
            int low = from;
            int high = to;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (keys.commitPlace(keys.byChain[middle]) <= bound) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            int found = low - 1;
            if (found >= from && keys.transaction(keys.byChain[found]) == t) {
                found--;
            }
            return found < from ? -1 : keys.byChain[found];
        }

        // ---- readers of older versions come before their overwriter

        private boolean overwrites(int w, int t, int p, long mask) {
            int key = asg.writeKey(w);
            int entry = keys.entryOf[w];
            int greatest = clocks.greatest(p);
            int bound = keys.bound(entry);
            int lowestOpen = entry;
            boolean first = true;
            int steps = 0;
            for (int i = entry + 1; i < keys.keyStart[key + 1] && keys.commit(i) <= greatest; i++) {
                if (++steps > WINDOW) {
                    return searchOverwritten(w, t, p, mask);
                }
                if (keys.commitReaches(i, p, clocks)) {
                    first = false;
                    bound = Math.max(bound, Math.min(keys.bound(i), entry));
                    if (!readersBefore(keys.write[i], w, t)) {
                        return false;
                    }
                }
            }
            for (int i = entry - 1; i >= bound; i--) {
                if (++steps > WINDOW) {
                    return searchOverwritten(w, t, p, mask);
                }
                if (keys.commitReaches(i, p, clocks)) {
                    first = false;
                    // What is before that one's bound is older than it, and its readers have been dealt with there.
                    bound = Math.max(bound, keys.bound(i));
                    if (!readersBefore(keys.write[i], w, t)) {
                        return false;
                    }
                } else {
                    lowestOpen = i;
                }
            }
            keys.raiseBound(entry, Math.max(lowestOpen, bound));
            boolean nothingOlder = first && bound == keys.keyStart[key];
            return !nothingOlder || readersBefore(keys.initialVersion(key), w, t);
        }

        private boolean searchOverwritten(int w, int t, int p, long mask) {
            int key = asg.writeKey(w);
            if (mask == Clocks.ALL && !readersBefore(keys.initialVersion(key), w, t)) {
                return false;
            }
            int from = keys.keyStart[key];
            int end = keys.keyStart[key + 1];
            while (from < end) {
                int c = keys.commitChain(keys.byChain[from]);
                int to = segmentEnd(from, end, c);
                if ((mask >>> (c >> clocks.shift()) & 1) != 0) {
                    int i = lastUpTo(from, to, clocks.last(p, c), t);
                    if (i >= 0 && !readersBefore(keys.write[i], w, t)) {
                        return false;
                    }
                }
                from = to;
            }
            return true;
        }

        /** Of the readers in one chain the last stands for those before it. */
        private boolean readersBefore(int version, int w, int t) {
            int to = ir.commit(t);
            int own = ir.start(t);
            int end = keys.readerStart[version + 1];
            for (int x = keys.readerStart[version]; x < end; x++) {
                int from = keys.readerPoint[x];
                if (x + 1 < end && chain[keys.readerPoint[x + 1]] == chain[from] && keys.readerPoint[x + 1] != own) {
                    continue;
                }
                int r = keys.reader[x];
                boolean counts = from != own && !((ir.demands(r) & Ir.ONLY_LIVE) != 0 && asg.isDeadWrite(w));
                if (counts && !clocks.add(from, to, Reason.OVERWRITES_SOURCE.packed(r))) {
                    return false;
                }
            }
            return true;
        }

        // ---- writers of one key do not overlap

        private boolean noOverlap(int w, int t, int p) {
            int key = asg.writeKey(w);
            int entry = keys.entryOf[w];
            int target = ir.behind(t);
            int greatest = clocks.greatest(p);
            int steps = 0;
            int beyond = 0;
            for (int i = entry + 1; i < keys.keyStart[key + 1]; i++) {
                if (keys.behind(i) > greatest && ++beyond > BEYOND || ++steps > WINDOW) {
                    break;
                }
                if (!noOverlap(i, p, target, w)) {
                    return false;
                }
            }
            for (int i = entry - 1; i >= keys.bound(entry) && steps <= WINDOW; i--, steps++) {
                if (!noOverlap(i, p, target, w)) {
                    return false;
                }
            }
            return true;
        }

        private boolean noOverlap(int i, int p, int target, int w) {
            return !keys.behindReaches(i, p, clocks) || clocks.add(keys.commit(i), target, Reason.NO_OVERLAP.packed(w));
        }
    }
}
