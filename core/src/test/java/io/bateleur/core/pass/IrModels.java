package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.ConditionalEdge;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.ir.Superpositions;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tries everything that an IR leaves open, straight from what {@link Ir} says must hold: which possible transactions happened, what
 * each read saw, how the versions of each key are ordered. For IRs of at most 64 points that no pass has seen.
 */
public final class IrModels {
    /** Takes each way in which everything can have happened. */
    public interface Visitor {
        /**
         * One model.
         *
         * @param happened by transaction
         * @param sources by read, what it saw
         * @param reach by point, the points behind it in every order that this model allows
         * @return whether to go on
         */
        boolean model(boolean[] happened, int[] sources, long[] reach);
    }

    private final Ir ir;
    private final Asg asg;
    private final History history;
    private final Visitor visitor;
    private final boolean[] happened;
    private final int[] sources;
    private final int[] place;

    private IrModels(Ir ir, Visitor visitor) {
        this.ir = ir;
        this.asg = ir.asg();
        this.history = asg.history();
        this.visitor = visitor;
        this.happened = new boolean[asg.transactionCount()];
        this.sources = new int[asg.readCount()];
        this.place = new int[asg.writeCount()];
    }

    public static void forEach(Ir ir, Visitor visitor) {
        if (ir.points() > Long.SIZE) {
            throw new IllegalArgumentException(ir.points() + " points are too many");
        }
        if (!ir.isContradictory()) {
            new IrModels(ir, visitor).transactions(0);
        }
    }

    public static boolean exist(Ir ir) {
        boolean[] found = new boolean[1];
        forEach(ir, (happened, sources, reach) -> {
            found[0] = true;
            return false;
        });
        return found[0];
    }

    // ---- choices; each returns whether to go on

    private boolean transactions(int t) {
        if (t == happened.length) {
            return reads(0);
        }
        boolean bad = ir.levelOf(t).criterion().reads() && asg.hasBadRead(t);
        boolean may = asg.fate(t) == Asg.Fate.HAPPENED || asg.fate(t) == Asg.Fate.POSSIBLE && !bad;
        happened[t] = may;
        if (may && !transactions(t + 1)) {
            return false;
        }
        happened[t] = false;
        return asg.fate(t) == Asg.Fate.HAPPENED || transactions(t + 1);
    }

    private boolean reads(int r) {
        if (r == sources.length) {
            return !contentsAgree() || superpositions(graph());
        }
        sources[r] = Ir.OPEN;
        if (!counts(r)) {
            return reads(r + 1);
        }
        for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
            sources[r] = asg.candidate(c);
            if ((sources[r] < 0 || happened[asg.writeTransaction(sources[r])]) && !reads(r + 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean superpositions(long[] graph) {
        Superpositions open = ir.superpositions();
        int possibilities = open.possibilities().size();
        for (int chosen = 0; chosen < 1 << possibilities; chosen++) {
            int bits = chosen;
            boolean fits = open.exactlyOne().stream()
                            .allMatch(set -> set.stream()
                                            .filter(i -> (bits >> i & 1) != 0)
                                            .count()
                                    == 1)
                    && open.expressions().stream().allMatch(clause -> Arrays.stream(clause)
                            .anyMatch(literal -> (bits >> Math.abs(literal) - 1 & 1) == (literal > 0 ? 1 : 0)));
            long[] more = graph.clone();
            for (int i = 0; fits && i < possibilities; i++) {
                for (int[] edge : (bits >> i & 1) != 0 ? open.possibilities().get(i) : List.<int[]>of()) {
                    if (happenedAt(edge[0]) && happenedAt(edge[1])) {
                        more[edge[0]] |= 1L << edge[1];
                    }
                }
            }
            if (fits && close(more) && !keys(0, more)) {
                return false;
            }
        }
        return true;
    }

    private boolean happenedAt(int point) {
        return ir.transactionAt(point) < 0 || happened[ir.transactionAt(point)];
    }

    private boolean counts(int r) {
        return ir.demands(r) != 0 && happened[asg.readTransaction(r)];
    }

    private boolean contentsAgree() {
        Map<List<Integer>, List<Integer>> contents = new HashMap<>();
        for (int r = 0; r < sources.length; r++) {
            if (counts(r) && asg.isBlank(r, sources[r])) {
                int seen = asg.seenContent(r);
                List<Integer> others =
                        contents.computeIfAbsent(List.of(asg.readKey(r), sources[r]), version -> new ArrayList<>());
                if (!others.stream().allMatch(other -> Asg.agree(seen, other))) {
                    return false;
                }
                others.add(seen);
            }
        }
        return true;
    }

    private boolean keys(int key, long[] graph) {
        if (key == history.keyCount()) {
            return !seesEnough() || visitor.model(happened, sources, graph);
        }
        List<Integer> writes = new ArrayList<>();
        for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
            if (happened[asg.writeTransaction(asg.writeOfKey(i))]) {
                writes.add(asg.writeOfKey(i));
            }
        }
        return permutations(key, writes, 0, graph);
    }

    private boolean permutations(int key, List<Integer> writes, int from, long[] graph) {
        if (from == writes.size()) {
            long[] more = graph.clone();
            versions(key, writes, more);
            return !close(more) || keys(key + 1, more);
        }
        for (int i = from; i < writes.size(); i++) {
            Collections.swap(writes, from, i);
            boolean on = permutations(key, writes, from + 1, graph);
            Collections.swap(writes, from, i);
            if (!on) {
                return false;
            }
        }
        return true;
    }

    // ---- edges

    private long[] graph() {
        long[] graph = new long[ir.points()];
        EdgeList edges = ir.edges();
        for (int p = 0; p < graph.length; p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                graph[p] |= 1L << edges.to(e);
            }
        }
        for (ConditionalEdge edge : ir.conditional()) {
            if (happened[edge.first()] && happened[edge.second()]) {
                graph[edge.from()] |= 1L << edge.to();
            }
        }
        sawEdges(graph);
        return graph;
    }

    private void sawEdges(long[] graph) {
        for (int r = 0; r < sources.length; r++) {
            if (counts(r) && sources[r] >= 0) {
                graph[ir.commit(asg.writeTransaction(sources[r]))] |= 1L << ir.start(asg.readTransaction(r));
            }
        }
    }

    private void versions(int key, List<Integer> order, long[] graph) {
        for (int i = 0; i < order.size(); i++) {
            place[order.get(i)] = i;
            for (int j = 0; j < i; j++) {
                int newer = asg.writeTransaction(order.get(i));
                graph[ir.commit(asg.writeTransaction(order.get(j)))] |= 1L << ir.behind(newer);
            }
        }
        for (int r = 0; r < sources.length; r++) {
            if (asg.readKey(r) == key && counts(r) && (ir.demands(r) & Ir.ANTI) != 0) {
                for (int v : order) {
                    if (misses(r, v)) {
                        graph[ir.start(asg.readTransaction(r))] |= 1L << ir.commit(asg.writeTransaction(v));
                    }
                }
            }
        }
    }

    /** Whether another transaction's version is newer than the one that a read saw, and matters to it. */
    private boolean misses(int r, int v) {
        return asg.writeKey(v) == asg.readKey(r)
                && happened[asg.writeTransaction(v)]
                && asg.writeTransaction(v) != asg.readTransaction(r)
                && v != sources[r]
                && (sources[r] < 0 || place[v] > place[sources[r]])
                && !((ir.demands(r) & Ir.ONLY_LIVE) != 0 && asg.isDeadWrite(v));
    }

    /** Closes a relation; false when it has a cycle. */
    private static boolean close(long[] graph) {
        for (int middle = 0; middle < graph.length; middle++) {
            for (int p = 0; p < graph.length; p++) {
                if ((graph[p] >>> middle & 1) != 0) {
                    graph[p] |= graph[middle];
                }
            }
        }
        for (int p = 0; p < graph.length; p++) {
            if ((graph[p] >>> p & 1) != 0) {
                return false;
            }
        }
        return true;
    }

    // ---- visibility

    private boolean seesEnough() {
        long[] causes = {};
        for (int r = 0; r < sources.length; r++) {
            int t = asg.readTransaction(r);
            Visibility visibility = ir.visibilityOf(t);
            if (!counts(r) || visibility == Visibility.NOTHING) {
                continue;
            }
            if (visibility == Visibility.CAUSES || visibility == Visibility.DEPENDENCIES) {
                causes = causes.length > 0 ? causes : dependencies(visibility);
            }
            for (int v = asg.firstOfKey(asg.readKey(r)); v < asg.firstOfKey(asg.readKey(r) + 1); v++) {
                int write = asg.writeOfKey(v);
                if (misses(r, write) && isVisible(asg.writeTransaction(write), r, t, visibility, causes)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isVisible(int writer, int r, int t, Visibility visibility, long[] causes) {
        return switch (visibility) {
            case EARLIER_SOURCES -> isSource(writer, t, asg.readOperation(r));
            case SOURCES -> isSource(writer, t, Integer.MAX_VALUE);
            case SESSION_AND_SOURCES ->
                isSource(writer, t, Integer.MAX_VALUE)
                        || history.sessionOf(writer) == history.sessionOf(t) && writer < t;
            case CAUSES, DEPENDENCIES -> (causes[ir.commit(writer)] >>> ir.start(t) & 1) != 0;
            default -> false;
        };
    }

    private boolean isSource(int writer, int t, int before) {
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            if (sources[r] >= 0
                    && asg.writeTransaction(sources[r]) == writer
                    && asg.readOperation(r) < before
                    && counts(r)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCause(Reason reason, Visibility visibility) {
        return visibility == Visibility.DEPENDENCIES
                || reason == Reason.SESSION
                || reason == Reason.REAL_TIME
                || reason == Reason.READS_FROM;
    }

    private long[] dependencies(Visibility visibility) {
        long[] graph = new long[ir.points()];
        EdgeList edges = ir.edges();
        for (int p = 0; p < graph.length; p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                graph[p] |= isCause(Reason.of(edges.reason(e)), visibility) ? 1L << edges.to(e) : 0;
            }
        }
        for (ConditionalEdge edge : ir.conditional()) {
            if (isCause(edge.reason(), visibility) && happened[edge.first()] && happened[edge.second()]) {
                graph[edge.from()] |= 1L << edge.to();
            }
        }
        sawEdges(graph);
        if (visibility == Visibility.DEPENDENCIES) {
            for (int v = 0; v < place.length; v++) {
                for (int w = 0; w < place.length; w++) {
                    boolean older = asg.writeKey(v) == asg.writeKey(w) && v != w && place[v] < place[w];
                    if (older && happened[asg.writeTransaction(v)] && happened[asg.writeTransaction(w)]) {
                        graph[ir.commit(asg.writeTransaction(v))] |= 1L << ir.behind(asg.writeTransaction(w));
                    }
                }
            }
        }
        close(graph);
        return graph;
    }

    @Override
    public String toString() {
        return Arrays.toString(happened) + " " + Arrays.toString(sources) + " " + Arrays.toString(place);
    }
}
