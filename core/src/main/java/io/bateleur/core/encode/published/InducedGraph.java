package io.bateleur.core.encode.published;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.encode.TopologicalOrder;
import io.bateleur.core.encode.Translation;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrDump;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverOutcome;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Snapshot isolation over whole transactions, as PolySI has it: dependencies, alone and followed by one anti-dependency, have no
 * cycle (Cerone and Gotsman 2016).
 *
 * <pre>
 *   i --dep--> j                    =>   i -> j
 *   i --dep--> j --anti--> k        =>   i -> k        there when both are: a variable of its own if both are open
 * </pre>
 *
 * Every way into a transaction meets every way out of it, where Viper has a node for its begin between them.
 */
final class InducedGraph implements Translation {
    /** Edges that hang on a literal, or on nothing. */
    private record Edge(int from, int to, int literal) {}

    private final Ir ir;
    private final Asg asg;
    private final Problem problem = new Problem();
    private final int[] nodeOf;
    private final int[] pointOf;
    /** By node: dependencies into it, and anti-dependencies out of it. */
    private final Set<Edge>[] into;

    private final Set<Edge>[] outOf;
    private final Map<Long, Integer> both = new HashMap<>();

    @SuppressWarnings({"unchecked", "rawtypes"})
    private InducedGraph(Ir known) {
        this.ir = known;
        this.asg = known.asg();
        this.nodeOf = new int[known.points()];
        this.pointOf = new int[known.points()];
        int nodes = number();
        problem.nodes(problem.graph(), nodes);
        this.into = new Set[nodes];
        this.outOf = new Set[nodes];
        Arrays.setAll(into, i -> new HashSet<>());
        Arrays.setAll(outOf, i -> new HashSet<>());
        EdgeList edges = known.edges();
        for (int p = 0; p < nodeOf.length; p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                add(p, edges.to(e), 0);
            }
        }
    }

    /** A node for each transaction, where its commit is in the first order, and one for each tick of real time. */
    private int number() {
        int[] order = TopologicalOrder.of(ir);
        int nodes = 0;
        for (int i = 0; i < nodeOf.length; i++) {
            int p = order.length == 0 ? i : order[i];
            int t = ir.transactionAt(p);
            if (t < 0 || p == ir.commit(t)) {
                pointOf[nodes] = p;
                nodeOf[t < 0 ? p : ir.start(t)] = nodes;
                nodeOf[p] = nodes++;
            }
        }
        return nodes;
    }

    /** Nothing when it was cancelled or there would be too many edges. */
    static Optional<InducedGraph> of(PrunedPolygraph polygraph, BooleanSupplier cancelled) {
        InducedGraph graph = new InducedGraph(polygraph.known());
        Map<Long, Integer> variables = new HashMap<>();
        long edges = 0;
        for (int i = 0; i < polygraph.size() && edges++ < AlternativeEncoding.EDGES_MAX; i++) {
            int a = polygraph.first(i);
            int b = polygraph.second(i);
            int first = graph.asg.writeTransaction(a);
            int second = graph.asg.writeTransaction(b);
            long pair = (long) Math.min(first, second) << 32 | Math.max(first, second);
            int variable = variables.computeIfAbsent(pair, p -> graph.problem.variable());
            int literal = first < second ? variable : -variable;
            graph.addAll(polygraph.edgesWhen(a, b), literal);
            graph.addAll(polygraph.edgesWhen(b, a), -literal);
        }
        for (int j = 0; j < graph.into.length; j++) {
            edges += graph.into[j].size() * (1L + graph.outOf[j].size());
        }
        return edges <= AlternativeEncoding.EDGES_MAX && graph.compose(cancelled)
                ? Optional.of(graph)
                : Optional.empty();
    }

    private void addAll(int[] side, int literal) {
        for (int i = 0; i < side.length; i += 2) {
            add(side[i], side[i + 1], literal);
        }
    }

    /** What comes before a begin is a dependency, what follows it an anti-dependency. */
    private void add(int from, int to, int literal) {
        int first = ir.transactionAt(from);
        int second = ir.transactionAt(to);
        if (first >= 0 && first == second) {
            return; // a begin and its commit
        }
        boolean dependency = second < 0 || to == ir.start(second);
        boolean fromBegin = first >= 0 && from == ir.start(first);
        if (dependency == fromBegin) {
            throw new IllegalArgumentException("an edge between two begins or two commits: " + from + " to " + to);
        }
        Edge edge = new Edge(nodeOf[from], nodeOf[to], literal);
        if (dependency) {
            into[edge.to].add(edge);
        } else {
            outOf[edge.from].add(edge);
        }
    }

    private boolean compose(BooleanSupplier cancelled) {
        for (int j = 0; j < into.length; j++) {
            if (cancelled.getAsBoolean()) {
                return false;
            }
            for (Edge dependency : into[j]) {
                draw(dependency.from, dependency.to, dependency.literal, dependency.literal);
                for (Edge anti : outOf[j]) {
                    draw(dependency.from, anti.to, dependency.literal, anti.literal);
                }
            }
        }
        return true;
    }

    /** An edge that is there when both literals are true; 0 always is. */
    private void draw(int from, int to, int one, int other) {
        if (one != 0 && one == -other) {
            return;
        }
        if (from == to) {
            problem.clause(Arrays.stream(new int[] {-one, -other})
                    .filter(literal -> literal != 0)
                    .distinct()
                    .toArray());
        } else if (one == 0 && other == 0) {
            problem.edge(from, to);
        } else {
            problem.edge(from, to, one == 0 || one == other ? other : other == 0 ? one : both(one, other));
        }
    }

    private int both(int one, int other) {
        long pair = (long) Math.min(one, other) << 32 | Math.max(one, other) & 0xFFFFFFFFL;
        Integer known = both.get(pair);
        if (known != null) {
            return known;
        }
        int variable = problem.variable();
        problem.clause(-one, -other, variable);
        problem.phase(variable, false);
        both.put(pair, variable);
        return variable;
    }

    @Override
    public Problem problem() {
        return problem;
    }

    /**
     * Commits in the order of the model, and each begin as soon as all that it depends on has committed: what overwrites what it
     * read comes after those in the model, and so after the begin.
     */
    @Override
    public Resolution resolution(SolverOutcome.Satisfied model) {
        int[] order = model.order();
        int[] position = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
        int[] newest = new int[asg.history().keyCount()];
        Arrays.fill(newest, -1);
        int[] points = new int[2 * order.length];
        int[] last = new int[order.length];
        int[] begins = new int[order.length + 1];
        for (int i = 0; i < order.length; i++) {
            last[i] = lastBefore(order[i], position, newest, i);
            begins[last[i] + 1]++;
        }
        // After each commit come the begins that waited for it; begins that waited for nothing come first of all.
        int[] next = new int[order.length + 1];
        for (int i = 0; i < order.length; i++) {
            next[i + 1] = next[i] + begins[i] + 1;
            points[next[i + 1] - 1] = pointOf[order[i]];
        }
        for (int i = 0; i < order.length; i++) {
            int t = ir.transactionAt(pointOf[order[i]]);
            points[next[last[i] + 1]++] = t < 0 ? pointOf[order[i]] : ir.start(t);
        }
        return Settled.resolution(ir, points.length, i -> points[i]);
    }

    /** The place of the last commit that a transaction depends on, or -1. */
    private int lastBefore(int node, int[] position, int[] newest, int place) {
        int last = -1;
        for (Edge edge : into[node]) {
            if (edge.literal == 0) {
                last = Math.max(last, position[edge.from]);
            }
        }
        int t = ir.transactionAt(pointOf[node]);
        for (int w = t < 0 ? 0 : asg.firstWrite(t); t >= 0 && w < asg.firstWrite(t + 1); w++) {
            last = Math.max(last, newest[asg.writeKey(w)]);
            newest[asg.writeKey(w)] = place;
        }
        return last;
    }

    @Override
    public int[] suspects(SolverOutcome.Refused refused, Supplier<Optional<BitSet>> involved) {
        return new int[0];
    }

    @Override
    public void legend(Consumer<String> line) {
        for (int node = 0; node < into.length; node++) {
            line.accept("n" + node + " " + IrDump.point(ir, pointOf[node]));
        }
    }
}
