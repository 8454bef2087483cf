package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.ConditionalEdge;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import java.util.Arrays;

/**
 * Looks at a candidate order in which nothing else is broken for reads that miss what they must not: a writer v of x that is
 * visible to t, who read x from an older version. Tells for each the facts that make v visible, so that they become a clause:
 * not all of them, or v's version is older than the one that t saw.
 */
final class VisibilityCheck {
    /** At most so many numbers in the clocks of one block of chains. */
    private static final int BLOCK_LIMIT = 100_000_000;

    /** So many misses are told at once: each costs a search for the path behind it. */
    private static final int TOLD_AT_ONCE = 200;

    /** Takes what is broken. */
    interface Missed {
        /**
         * A read missed a version that it must not miss.
         *
         * @param seen the version that was read, or {@link Asg#INITIAL}
         * @param missed the newer version
         * @param reads reads and what they saw, in pairs: facts that make it visible
         * @param versions pairs of versions of a key, the older first: facts that make it visible
         * @param transactions that happened: facts that make it visible
         */
        void missed(int read, int seen, int missed, int[] reads, int[] versions, int[] transactions);
    }

    private final Ir ir;
    private final Asg asg;
    private final int[] order;
    private final int[] sources;
    private final OrderCheck.Choices choices;
    private final Missed missed;
    /** By write: the next newer version, or -1; by key, the oldest. */
    private final int[] newer;

    private final int[] oldest;
    private final int[] position;
    private int told;

    VisibilityCheck(Ir ir, int[] order, int[] sources, OrderCheck.Choices choices, Missed missed) {
        this.ir = ir;
        this.asg = ir.asg();
        this.order = order;
        this.sources = sources;
        this.choices = choices;
        this.missed = missed;
        this.newer = new int[asg.writeCount()];
        this.oldest = new int[asg.history().keyCount()];
        this.position = new int[order.length];
        Arrays.fill(newer, -1);
        Arrays.fill(oldest, -1);
        int[] newest = new int[oldest.length];
        Arrays.fill(newest, -1);
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
            int t = ir.transactionAt(order[i]);
            if (t < 0 || ir.commit(t) != order[i] || !happened(t)) {
                continue;
            }
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                int key = asg.writeKey(w);
                if (newest[key] < 0) {
                    oldest[key] = w;
                } else {
                    newer[newest[key]] = w;
                }
                newest[key] = w;
            }
        }
    }

    private boolean happened(int t) {
        return ir.happened(t) || asg.fate(t) == Asg.Fate.POSSIBLE && choices.happened(t);
    }

    void run() {
        boolean closure = false;
        for (Visibility visibility : ir.visibilities()) {
            closure |= visibility == Visibility.CAUSES || visibility == Visibility.DEPENDENCIES;
        }
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) != Asg.Fate.GONE && happened(t)) {
                direct(t);
            }
        }
        if (closure && told == 0) {
            new Closure().run();
        }
    }

    /** Whether a version is newer than the one a read saw. */
    private boolean isNewer(int write, int seen) {
        return seen == Asg.INITIAL
                || position[ir.commit(asg.writeTransaction(write))] > position[ir.commit(asg.writeTransaction(seen))];
    }

    // ---- what sessions and direct reads make visible

    private void direct(int t) {
        Visibility visibility = ir.visibilityOf(t);
        boolean ordered = visibility == Visibility.EARLIER_SOURCES;
        boolean sessions = visibility == Visibility.SESSION_AND_SOURCES;
        if (!ordered && !sessions && visibility != Visibility.SOURCES) {
            return;
        }
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            for (int by = asg.firstRead(t); by < asg.firstRead(t + 1); by++) {
                if (sources[by] >= 0 && (!ordered || asg.readOperation(by) < asg.readOperation(r))) {
                    int w = asg.writeOf(asg.writeTransaction(sources[by]), asg.readKey(r));
                    tell(t, r, w, new int[] {by, sources[by]}, -1);
                }
            }
            if (sessions) {
                inSession(t, r);
            }
        }
    }

    private void inSession(int t, int r) {
        History history = asg.history();
        int s = history.sessionOf(t);
        for (int i = 0; i < history.sessionSize(s); i++) {
            int earlier = history.transactionOfSession(s, i);
            if (earlier == t) {
                return;
            }
            if (asg.fate(earlier) != Asg.Fate.GONE && happened(earlier)) {
                tell(t, r, asg.writeOf(earlier, asg.readKey(r)), new int[0], earlier);
            }
        }
    }

    private void tell(int t, int r, int w, int[] reads, int transaction) {
        int seen = sources[r];
        if (w >= 0 && w != seen && asg.writeTransaction(w) != t && isNewer(w, seen)) {
            told++;
            missed.missed(r, seen, w, reads, new int[0], transaction < 0 ? new int[0] : new int[] {transaction});
        }
    }

    // ---- what the closure of dependencies makes visible

    /** Clocks over the chains of the IR along the candidate's dependencies, in blocks of chains so that memory is bounded. */
    private final class Closure {
        private final boolean versionsCount = ir.visibilities().contains(Visibility.DEPENDENCIES);
        private final EdgeList dependencies = dependencies();
        private final int[] chain = ir.chains().chain().clone();
        private final int[] place = ir.chains().place().clone();
        private int chains = ir.chains().count();

        void run() {
            for (int p = 0; p < chain.length; p++) {
                if (chain[p] < 0) {
                    chain[p] = chains++;
                    place[p] = 0;
                }
            }
            int block = (int) Math.max(1, Math.min(chains, (long) BLOCK_LIMIT / Math.max(1, chain.length)));
            for (int from = 0; from < chains && told < TOLD_AT_ONCE; from += block) {
                judge(from, Math.min(chains, from + block));
            }
        }

        /** Dependencies between points, without what is only derived: a reason holds a read, the older write of a pair, or a conditional edge. */
        private EdgeList dependencies() {
            EdgeList result = new EdgeList(ir.points(), 4 * ir.points());
            EdgeList known = ir.edges();
            for (int p = 0; p < ir.points(); p++) {
                for (int e = known.first(p); e >= 0; e = known.next(e)) {
                    Reason reason = Reason.of(known.reason(e));
                    // Where levels are mixed, some have anti-dependencies, and these make nothing visible to others.
                    boolean counts = versionsCount && reason != Reason.OVERWRITES_SOURCE
                            || reason == Reason.SESSION
                            || reason == Reason.REAL_TIME
                            || reason == Reason.READS_FROM;
                    if (counts) {
                        result.add(p, known.to(e), Reason.WITHIN.packed());
                    }
                }
            }
            for (int i = 0; i < ir.conditional().size(); i++) {
                ConditionalEdge edge = ir.conditional().get(i);
                boolean counts = versionsCount || edge.reason() == Reason.SESSION || edge.reason() == Reason.REAL_TIME;
                if (counts && happened(edge.first()) && happened(edge.second())) {
                    result.add(edge.from(), edge.to(), Reason.SESSION.packed(i));
                }
            }
            for (int r = 0; r < sources.length; r++) {
                int t = asg.readTransaction(r);
                boolean settled = ir.source(r) != Ir.OPEN && ir.happened(t);
                if (!settled && ir.demands(r) != 0 && sources[r] >= 0 && happened(t)) {
                    result.add(ir.commit(asg.writeTransaction(sources[r])), ir.start(t), Reason.READS_FROM.packed(r));
                }
            }
            for (int w = 0; versionsCount && w < newer.length; w++) {
                if (newer[w] >= 0) {
                    result.add(
                            ir.commit(asg.writeTransaction(w)),
                            ir.behind(asg.writeTransaction(newer[w])),
                            Reason.KNOWN_VERSIONS.packed(w));
                }
            }
            return result;
        }

        private void judge(int from, int to) {
            int width = to - from;
            int[] clock = new int[Math.multiplyExact(chain.length, width)];
            Arrays.fill(clock, -1);
            for (int p : order) {
                int row = p * width;
                if (chain[p] >= from && chain[p] < to) {
                    clock[row + chain[p] - from] = Math.max(clock[row + chain[p] - from], place[p]);
                }
                for (int e = dependencies.first(p); e >= 0; e = dependencies.next(e)) {
                    int target = dependencies.to(e) * width;
                    for (int i = 0; i < width; i++) {
                        clock[target + i] = Math.max(clock[target + i], clock[row + i]);
                    }
                }
            }
            for (int r = 0; r < sources.length && told < TOLD_AT_ONCE; r++) {
                int t = asg.readTransaction(r);
                if ((ir.demands(r) & Ir.SEES_ALL) == 0 || !happened(t)) {
                    continue;
                }
                boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
                int start = ir.start(t);
                int first = sources[r] < 0 ? oldest[asg.readKey(r)] : newer[sources[r]];
                for (int w = first; w >= 0; w = newer[w]) {
                    int commit = ir.commit(asg.writeTransaction(w));
                    if (position[commit] >= position[start]) {
                        break;
                    }
                    int c = chain[commit] - from;
                    boolean reaches = c >= 0 && c < width && clock[start * width + c] >= place[commit];
                    if (reaches && !(onlyLive && asg.isDeadWrite(w))) {
                        told++;
                        because(r, sources[r], w, commit, start);
                        break;
                    }
                }
            }
        }

        private void because(int r, int seen, int w, int commit, int start) {
            int[] path = io.bateleur.core.ir.Cycles.path(
                    dependencies, commit, start, Integer.MAX_VALUE, new boolean[chain.length]);
            int[] reads = new int[2 * path.length];
            int[] versions = new int[2 * path.length];
            int[] transactions = new int[2 * path.length];
            int readCount = 0;
            int versionCount = 0;
            int transactionCount = 0;
            for (int i = 0; i + 1 < path.length; i++) {
                int packed = dependencies.reason(dependencies.find(path[i], path[i + 1]));
                switch (Reason.of(packed)) {
                    case READS_FROM -> {
                        reads[readCount++] = Reason.read(packed);
                        reads[readCount++] = sources[Reason.read(packed)];
                    }
                    case KNOWN_VERSIONS -> {
                        versions[versionCount++] = Reason.read(packed);
                        versions[versionCount++] = newer[Reason.read(packed)];
                    }
                    case SESSION -> {
                        ConditionalEdge edge = ir.conditional().get(Reason.read(packed));
                        transactions[transactionCount++] = edge.first();
                        transactions[transactionCount++] = edge.second();
                    }
                    default -> {} // known
                }
            }
            missed.missed(
                    r,
                    seen,
                    w,
                    Arrays.copyOf(reads, readCount),
                    Arrays.copyOf(versions, versionCount),
                    Arrays.copyOf(transactions, transactionCount));
        }
    }
}
