package io.bateleur.bench.solvers;

import io.bateleur.core.model.History;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Acyclicity problems, each given to our solver, to Z3 with integers as an order, and to sat4j with a transitive order. */
public final class SolverBench {
    private static final int WARM_UP_RUNS = 2;
    /** Above this Z3 would take more memory than there is only to be told the problem. */
    private static final int Z3_EDGES_MAX = 2_000_000;

    private static final Map<String, Supplier<Problem>> PROBLEMS = problems();

    private final int seconds;

    private SolverBench(int seconds) {
        this.seconds = seconds;
    }

    /** @param args how many seconds Z3 and sat4j may take for a problem; or the name of one, for Z3 in a process of its own */
    public static void main(String[] args) throws IOException {
        if (args.length == 2) {
            Z3Process.solve(Objects.requireNonNull(PROBLEMS.get(args[1])).get());
            return;
        }
        CnfBench.run();
        System.out.println();
        SolverBench bench = new SolverBench(args.length > 0 ? Integer.parseInt(args[0]) : 60);
        System.out.println("| problem | choices | nodes | edges | answer | ours s | conflicts | Z3 s | sat4j s |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (Map.Entry<String, Supplier<Problem>> entry : PROBLEMS.entrySet()) {
            bench.row(entry.getKey(), entry.getValue().get());
        }
    }

    private static Map<String, Supplier<Problem>> problems() {
        Map<String, Supplier<Problem>> rows = new LinkedHashMap<>();
        ConcurrencyControl occ = ConcurrencyControl.OPTIMISTIC;
        rows.put("history of 1 000", () -> history(occ, 1_000, 24, 200, SimMix.BLINDW_RW));
        rows.put("history of 10 000", () -> history(occ, 10_000, 24, 2_000, SimMix.BLINDW_RW));
        rows.put("history of 100 000", () -> history(occ, 100_000, 24, 10_000, SimMix.BLINDW_RW));
        rows.put("history of 1 000 000", () -> history(occ, 1_000_000, 24, 100_000, SimMix.BLINDW_RW));
        rows.put(
                "dense history of 5 000, 400 sessions",
                () -> history(ConcurrencyControl.SERIAL, 5_000, 400, 200, SimMix.BLINDW_WM));
        rows.put("layers, 60 nodes", () -> Graphs.layered(60, 6, 300, 1));
        rows.put("layers, 200 nodes", () -> Graphs.layered(200, 10, 1_500, 1));
        rows.put("layers, 2 000 nodes", () -> Graphs.layered(2_000, 20, 15_000, 1));
        rows.put("layers, 20 000 nodes", () -> Graphs.layered(20_000, 1_000, 60_000, 1));
        for (int nodes : new int[] {20, 30, 40, 50}) {
            rows.put("dense core, " + nodes + " nodes", () -> Graphs.core(nodes, 3));
        }
        return rows;
    }

    private static Problem history(ConcurrencyControl control, int transactions, int sessions, int keys, SimMix mix) {
        History history = Simulation.run(new SimConfig()
                        .control(control)
                        .transactions(transactions)
                        .sessions(sessions)
                        .keys(keys)
                        .operations(8)
                        .mix(mix)
                        .seed(3))
                .history();
        return Orders.of(history);
    }

    private void row(String name, Problem problem) throws IOException {
        for (int i = 0; i < WARM_UP_RUNS; i++) {
            new NativeSolver(problem).solve(SolverLimits.none());
        }
        NativeSolver ours = new NativeSolver(problem);
        long start = System.nanoTime();
        SolverOutcome outcome = ours.solve(SolverLimits.none());
        double oursSeconds = since(start);
        String z3 = problem.edgeCount() > Z3_EDGES_MAX
                ? "- (does not fit)"
                : Z3Process.ask(name, seconds, outcome instanceof SolverOutcome.Satisfied);
        long sat4jStart = System.nanoTime();
        String sat4j = timed(new TransitiveSat4j(problem, seconds).solve(SolverLimits.none()), outcome, sat4jStart);
        System.out.printf(
                "| %s | %d | %d | %d | %s | %.4f | %d | %s | %s |%n",
                name,
                problem.variableCount(),
                problem.nodeCount(),
                problem.edgeCount(),
                outcome.match(s -> "yes", r -> "no", g -> "-"),
                oursSeconds,
                ours.statistics().conflicts(),
                z3,
                sat4j);
    }

    private String timed(SolverOutcome outcome, SolverOutcome expected, long start) {
        if (outcome instanceof SolverOutcome.GaveUp gaveUp) {
            return gaveUp.reason().startsWith("too") ? "- (does not fit)" : "- (over " + seconds + ")";
        }
        if (outcome.getClass() != expected.getClass()) {
            throw new IllegalStateException("another answer: " + outcome + ", ours " + expected);
        }
        return "%.4f".formatted(since(start));
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Random problems. */
    private static final class Graphs {
        /** Choices between two edges each, most of them within a layer or to the next, which a hidden order satisfies. */
        static Problem layered(int nodes, int layers, int choices, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] hidden = random.ints(nodes).toArray();
            int width = nodes / layers;
            Problem problem = new Problem();
            problem.nodes(problem.graph(), nodes);
            for (int node = width; node < nodes; node++) {
                problem.edge(node - width + random.nextInt(-Math.min(width - 1, node - width), 1), node);
            }
            for (int i = 0; i < choices; i++) {
                int variable = problem.variable();
                int layer = random.nextInt(layers) * width;
                int satisfied = random.nextBoolean() ? variable : -variable;
                for (int e = 0; e < 3; e++) {
                    int a = layer + random.nextInt(width);
                    int b = layer + random.nextInt(width);
                    if (a != b) {
                        boolean forward = hidden[a] < hidden[b];
                        problem.edge(forward ? a : b, forward ? b : a, satisfied);
                    }
                    int c = layer + random.nextInt(width);
                    int d = layer + random.nextInt(width);
                    if (c != d) {
                        problem.edge(c, d, -satisfied);
                    }
                }
            }
            return problem;
        }

        /** As many random choices between two random edges as make a few nodes just too many to order. */
        static Problem core(int nodes, long seed) {
            for (long next = seed; ; next++) {
                SplittableRandom random = new SplittableRandom(next);
                Problem problem = new Problem();
                problem.nodes(problem.graph(), nodes);
                for (int i = 0; i < 2 * nodes; i++) {
                    int variable = problem.variable();
                    for (int literal : new int[] {variable, -variable}) {
                        for (int e = 0; e < 2; e++) {
                            int a = random.nextInt(nodes);
                            int b = random.nextInt(nodes);
                            if (a != b) {
                                problem.edge(a, b, literal);
                            }
                        }
                    }
                }
                if (new NativeSolver(problem).solve(SolverLimits.steps(200_000_000)) instanceof SolverOutcome.Refused) {
                    return problem;
                }
            }
        }
    }
}
