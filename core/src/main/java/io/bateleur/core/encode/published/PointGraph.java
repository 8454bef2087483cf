package io.bateleur.core.encode.published;

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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A polygraph as a problem: its points are the nodes, and the two sides of a choice hang on a variable and its negation.
 *
 * <p>Choices between the same two transactions are one, whatever their keys: a transaction whose version of one key is older
 * commits first, and so its versions of all keys are.
 */
final class PointGraph implements Translation {
    private final Ir ir;
    private final Problem problem = new Problem();
    private final int[] pointOf;
    private final int[] nodeOf;
    private final Map<Long, Integer> variables = new LinkedHashMap<>();

    private PointGraph(Ir known) {
        this.ir = known;
        int[] order = TopologicalOrder.of(known);
        // Nodes in an order that most edges agree with are less work; where they contradict each other there is none.
        this.pointOf = order.length == known.points() ? order : identity(known.points());
        this.nodeOf = new int[pointOf.length];
        int first = problem.nodes(problem.graph(), pointOf.length);
        for (int i = 0; i < pointOf.length; i++) {
            nodeOf[pointOf[i]] = first + i;
        }
        EdgeList edges = known.edges();
        for (int p = 0; p < pointOf.length; p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                problem.edge(nodeOf[p], nodeOf[edges.to(e)]);
            }
        }
    }

    private static int[] identity(int size) {
        int[] numbers = new int[size];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }

    /** Nothing when there would be too many edges. */
    static Optional<PointGraph> of(PrunedPolygraph polygraph) {
        PointGraph graph = new PointGraph(polygraph.known());
        for (int i = 0; i < polygraph.size(); i++) {
            int a = polygraph.first(i);
            int b = polygraph.second(i);
            int variables = graph.problem.variableCount();
            int literal = graph.isOlder(a, b);
            boolean drawn = graph.problem.variableCount() == variables;
            graph.hang(literal, polygraph.edgesWhen(a, b), drawn);
            graph.hang(-literal, polygraph.edgesWhen(b, a), drawn);
            if (graph.problem.edgeCount() > AlternativeEncoding.EDGES_MAX) {
                return Optional.empty();
            }
        }
        return Optional.of(graph);
    }

    private int isOlder(int a, int b) {
        int first = ir.asg().writeTransaction(a);
        int second = ir.asg().writeTransaction(b);
        long pair = (long) Math.min(first, second) << 32 | Math.max(first, second);
        int variable = variables.computeIfAbsent(pair, p -> problem.variable());
        return first < second ? variable : -variable;
    }

    /** @param drawn whether the edge between the writers, which comes first, is there already for another key */
    private void hang(int literal, int[] side, boolean drawn) {
        for (int i = drawn ? 2 : 0; i < side.length; i += 2) {
            problem.edge(nodeOf[side[i]], nodeOf[side[i + 1]], literal);
        }
    }

    @Override
    public Problem problem() {
        return problem;
    }

    @Override
    public Resolution resolution(SolverOutcome.Satisfied model) {
        int[] order = model.order();
        return Settled.resolution(ir, order.length, i -> pointOf[order[i]]);
    }

    /** Those of the cycle, and those that they read from. */
    @Override
    public int[] suspects(SolverOutcome.Refused refused, Supplier<Optional<BitSet>> involved) {
        Set<Integer> found = new LinkedHashSet<>();
        for (int node : refused.cycle()) {
            int t = ir.transactionAt(pointOf[node]);
            if (t < 0) {
                continue;
            }
            found.add(t);
            for (int r = ir.asg().firstRead(t); r < ir.asg().firstRead(t + 1); r++) {
                if (ir.source(r) >= 0) {
                    found.add(ir.asg().writeTransaction(ir.source(r)));
                }
            }
        }
        return found.stream().mapToInt(t -> t).sorted().toArray();
    }

    @Override
    public void legend(Consumer<String> line) {
        for (int node = 0; node < pointOf.length; node++) {
            line.accept("n" + node + " " + IrDump.point(ir, pointOf[node]));
        }
        variables.forEach((pair, variable) -> line.accept("x" + variable + " "
                + ir.asg().history().transactionId((int) (pair >> 32)) + " is before "
                + ir.asg().history().transactionId(pair.intValue())));
    }
}
