package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Times;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/** What {@link IrChecker} asks of edges: those of the history are all there, and each is there for its reason. */
final class EdgeRules {
    /** Takes each demand, with what to say when it is not met. */
    interface Judge {
        void require(boolean condition, String otherwise);
    }

    private final Ir ir;
    private final Asg asg;
    private final History history;
    private final EdgeList edges;
    private final Judge judge;
    private final Set<ConditionalEdge> conditional;

    EdgeRules(Ir ir, Judge judge) {
        this.ir = ir;
        this.asg = ir.asg();
        this.history = asg.history();
        this.edges = ir.edges();
        this.judge = judge;
        this.conditional = new HashSet<>(ir.conditional());
    }

    static boolean isBase(Reason reason) {
        return switch (reason) {
            case WITHIN, SESSION, REAL_TIME, READS_FROM, KNOWN_VERSIONS, EXTENSION -> true;
            case MUST_PRECEDE_SOURCE, OVERWRITES_SOURCE, NO_OVERLAP, VISIBLE -> false;
        };
    }

    /** Whether there is a path, or no need for one, along edges older than a bound. */
    static boolean reaches(EdgeList edges, int from, int to, int before) {
        return from == to || Cycles.path(edges, from, to, before, new boolean[edges.points()]).length > 0;
    }

    // ---- the reason of each edge is true

    void reasons() {
        for (int p = 0; p < ir.points(); p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                String edge = "the edge " + IrDump.point(ir, p) + " -> " + IrDump.point(ir, edges.to(e)) + " "
                        + IrDump.reason(edges.reason(e));
                Reason reason = Reason.of(edges.reason(e));
                boolean certain = isCertain(p) && isCertain(edges.to(e));
                judge.require(certain || reason == Reason.WITHIN, edge + " is of one that may not have happened");
                judge.require(isTrue(e, p, edges.to(e), reason), edge + " has no such reason");
                judge.require(isDerived(e, p, edges.to(e), reason), edge + " rests on nothing that was known before");
            }
        }
        for (ConditionalEdge edge : conditional) {
            boolean open = asg.fate(edge.first()) == Asg.Fate.POSSIBLE || asg.fate(edge.second()) == Asg.Fate.POSSIBLE;
            boolean gone = asg.fate(edge.first()) == Asg.Fate.GONE || asg.fate(edge.second()) == Asg.Fate.GONE;
            judge.require(open && !gone, edge + " is about transactions whose fate is known");
        }
    }

    private boolean isCertain(int point) {
        return ir.transactionAt(point) < 0 || ir.happened(ir.transactionAt(point));
    }

    private boolean isTrue(int edge, int from, int to, Reason reason) {
        int behind = Reason.read(edges.reason(edge));
        int a = ir.transactionAt(from);
        int b = ir.transactionAt(to);
        boolean fromCommit = a >= 0 && from == ir.commit(a);
        return switch (reason) {
            case WITHIN -> a == b && from == ir.start(a) && to == ir.commit(a) && from < to;
            case SESSION -> fromCommit && to == ir.start(b) && isEarlierInSession(a, b) && from < to;
            case REAL_TIME -> (a < 0 || fromCommit) && (b < 0 || to == ir.start(b)) && (a < 0 || b < 0) && from < to;
            case READS_FROM ->
                fromCommit
                        && asg.readTransaction(behind) == b
                        && to == ir.start(b)
                        && isSource(behind, a)
                        && (from < to || !asg.isSettled(behind));
            case KNOWN_VERSIONS ->
                fromCommit
                        && asg.writeTransaction(asg.knownBefore(behind)) == a
                        && asg.writeTransaction(asg.knownAfter(behind)) == b
                        && to == ir.behind(b)
                        && from < to;
            case MUST_PRECEDE_SOURCE ->
                fromCommit
                        && to == ir.behind(b)
                        && isSource(behind, b)
                        && isOtherWriter(behind, a)
                        && (ir.demands(behind) & (Ir.ANTI | Ir.SEES_ALL)) != 0;
            case OVERWRITES_SOURCE ->
                asg.readTransaction(behind) == a
                        && from == ir.start(a)
                        && to == ir.commit(b)
                        && isOtherWriter(behind, b)
                        && (ir.demands(behind) & (ir.isContradictory() ? Ir.ANTI | Ir.SEES_ALL : Ir.ANTI)) != 0;
            case NO_OVERLAP ->
                fromCommit
                        && to == ir.behind(b)
                        && asg.writeTransaction(behind) == b
                        && a != b
                        && asg.writeOf(a, asg.writeKey(behind)) >= 0
                        && (isSnapshot(a) || isSnapshot(b));
            case VISIBLE ->
                fromCommit
                        && to == ir.commit(b)
                        && isSource(behind, b)
                        && a != asg.readTransaction(behind)
                        && asg.writeOf(a, asg.readKey(behind)) >= 0;
            case EXTENSION -> from < to;
        };
    }

    private boolean isSnapshot(int transaction) {
        return ir.levelOf(transaction).criterion().points() == Points.SNAPSHOT;
    }

    private boolean isEarlierInSession(int earlier, int later) {
        return history.sessionOf(earlier) == history.sessionOf(later)
                && earlier < later
                && ir.levelOf(later).countsSessions();
    }

    private boolean isSource(int read, int transaction) {
        return ir.source(read) >= 0 && asg.writeTransaction(ir.source(read)) == transaction;
    }

    /** Whether a transaction installs a version of what a read saw, another than that one, which the read must not miss. */
    private boolean isOtherWriter(int read, int transaction) {
        int write = asg.writeOf(transaction, asg.readKey(read));
        return write >= 0
                && write != ir.source(read)
                && transaction != asg.readTransaction(read)
                && ((ir.demands(read) & Ir.ONLY_LIVE) == 0 || !asg.isDeadWrite(write));
    }

    // ---- derived edges rest on older ones

    private boolean isDerived(int edge, int from, int to, Reason reason) {
        int behind = Reason.read(edges.reason(edge));
        int a = ir.transactionAt(from);
        int b = ir.transactionAt(to);
        return switch (reason) {
            case MUST_PRECEDE_SOURCE -> isKnown(from, ir.start(asg.readTransaction(behind)), edge);
            case OVERWRITES_SOURCE ->
                ir.source(behind) == Asg.INITIAL
                        || isKnown(ir.commit(asg.writeTransaction(ir.source(behind))), ir.behind(b), edge);
            case NO_OVERLAP -> isKnown(ir.behind(a), ir.commit(b), edge);
            case VISIBLE -> isVisible(a, behind);
            case WITHIN, SESSION, REAL_TIME, READS_FROM, KNOWN_VERSIONS, EXTENSION -> true;
        };
    }

    private boolean isKnown(int from, int to, int before) {
        if (ir.level().criterion().visibility() == Visibility.CAUSES) {
            // Only what sessions and reads show counts, and it was known before all that follows about versions.
            EdgeList causes = edges.only(
                    reason -> reason == Reason.SESSION || reason == Reason.REAL_TIME || reason == Reason.READS_FROM);
            return reaches(causes, from, to, Integer.MAX_VALUE);
        }
        return reaches(edges, from, to, before);
    }

    private boolean isVisible(int writer, int read) {
        int t = asg.readTransaction(read);
        Visibility visibility = ir.visibilityOf(t);
        for (int by = asg.firstRead(t); by < asg.firstRead(t + 1); by++) {
            boolean counts =
                    visibility != Visibility.EARLIER_SOURCES || asg.readOperation(by) < asg.readOperation(read);
            if (counts && isSource(by, writer)) {
                return true;
            }
        }
        return visibility == Visibility.SESSION_AND_SOURCES
                && history.sessionOf(writer) == history.sessionOf(t)
                && writer < t;
    }

    // ---- all base edges are there

    void base() {
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) != Asg.Fate.GONE && ir.start(t) != ir.commit(t)) {
                requireEdge(ir.start(t), ir.commit(t), Reason.WITHIN.packed());
            }
        }
        for (int s = 0; s < history.sessionCount(); s++) {
            session(s);
        }
        if (IntStream.range(0, asg.transactionCount())
                .anyMatch(t -> ir.levelOf(t).countsRealTime())) {
            realTime();
        }
        for (int r = 0; r < asg.readCount(); r++) {
            int t = asg.readTransaction(r);
            if ((ir.demands(r) & Ir.COUNTS) != 0 && ir.source(r) >= 0 && ir.happened(t)) {
                int writer = asg.writeTransaction(ir.source(r));
                requireEdge(ir.commit(writer), ir.start(t), Reason.READS_FROM.packed(r));
            }
        }
        for (int i = 0; i < asg.knownCount(); i++) {
            int before = asg.writeTransaction(asg.knownBefore(i));
            int after = asg.writeTransaction(asg.knownAfter(i));
            order(before, ir.commit(before), after, ir.behind(after), Reason.KNOWN_VERSIONS.packed(i));
        }
    }

    private void requireEdge(int from, int to, int packed) {
        boolean found = false;
        for (int e = edges.first(from); e >= 0 && !found; e = edges.next(e)) {
            found = edges.to(e) == to && edges.reason(e) == packed;
        }
        String edge = IrDump.point(ir, from) + " -> " + IrDump.point(ir, to) + " " + IrDump.reason(packed);
        judge.require(found, "the edge " + edge + " is missing");
    }

    /** An edge where both have happened, else one under the condition that they have. */
    private void order(int a, int from, int b, int to, int packed) {
        if (ir.happened(a) && ir.happened(b)) {
            requireEdge(from, to, packed);
        } else {
            boolean found = conditional.contains(new ConditionalEdge(from, to, a, b, Reason.of(packed)));
            String edge = IrDump.point(ir, from) + " -> " + IrDump.point(ir, to) + " " + IrDump.reason(packed);
            judge.require(found, "the edge " + edge + " is missing for when both happened");
        }
    }

    private void session(int session) {
        for (int i = 0; i < history.sessionSize(session); i++) {
            int later = history.transactionOfSession(session, i);
            boolean counts =
                    asg.fate(later) != Asg.Fate.GONE && ir.levelOf(later).countsSessions();
            for (int j = i - 1; counts && j >= 0; j--) {
                int earlier = history.transactionOfSession(session, j);
                if (asg.fate(earlier) != Asg.Fate.GONE) {
                    order(earlier, ir.commit(earlier), later, ir.start(later), Reason.SESSION.packed());
                }
                // One that has happened and is itself behind all before it stands for them.
                counts = !(ir.happened(earlier) && ir.levelOf(earlier).countsSessions());
            }
        }
    }

    /** Ends are before ticks, ticks before begins: exactly those ends reach a begin that lie before it. */
    private void realTime() {
        int[] ticks = IntStream.range(0, ir.points())
                .filter(p -> ir.transactionAt(p) < 0 && ir.chains().chain()[p] >= 0)
                .toArray();
        for (int i = 1; i < ticks.length; i++) {
            requireEdge(ticks[i - 1], ticks[i], Reason.REAL_TIME.packed());
        }
        Integer[] ended = IntStream.range(0, asg.transactionCount())
                .filter(t -> ir.happened(t) && Times.end(history, t) != History.NO_TIME)
                .boxed()
                .sorted((a, b) -> Long.compare(Times.end(history, a), Times.end(history, b)))
                .toArray(Integer[]::new);
        int[] tickAfter =
                Arrays.stream(ended).mapToInt(t -> tickAfter(t, ticks)).toArray();
        for (int t = 0; t < asg.transactionCount(); t++) {
            long begin = asg.fate(t) == Asg.Fate.GONE ? History.NO_TIME : Times.begin(history, t);
            if (begin == History.NO_TIME || !ir.levelOf(t).countsRealTime()) {
                continue;
            }
            int tickBefore = tickBefore(t, ticks);
            for (int i = 0; i < ended.length; i++) {
                boolean before = Times.end(history, ended[i]) < begin;
                judge.require(
                        before == tickAfter[i] <= tickBefore,
                        "in real time " + history.transactionId(ended[i]) + (before ? " is" : " is not") + " before "
                                + history.transactionId(t));
            }
        }
    }

    private int tickAfter(int t, int[] ticks) {
        for (int i = 0; i < ticks.length; i++) {
            for (int e = edges.first(ir.commit(t)); e >= 0; e = edges.next(e)) {
                if (edges.to(e) == ticks[i]) {
                    return i;
                }
            }
        }
        return Integer.MAX_VALUE;
    }

    private int tickBefore(int t, int[] ticks) {
        for (int i = ticks.length - 1; i >= 0; i--) {
            boolean found = ir.happened(t)
                    ? edges.find(ticks[i], ir.start(t)) >= 0
                    : conditional.contains(new ConditionalEdge(ticks[i], ir.start(t), t, t, Reason.REAL_TIME));
            if (found) {
                return i;
            }
        }
        return -1;
    }
}
