package io.bateleur.bench.solvers;

import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolver;
import org.sat4j.specs.TimeoutException;

/** Formulas without graphs, each given to our solver and to sat4j: is it a real SAT solver too? */
final class CnfBench {
    private CnfBench() {}

    static void run() {
        System.out.println("| formulas | instances | ours s | sat4j s | ours / sat4j |");
        System.out.println("| --- | --- | --- | --- | --- |");
        row("random 3-SAT, 150 variables, ratio 4.26", 10, seed -> random3Sat(150, seed));
        row("random 3-SAT, 200 variables, ratio 4.26", 10, seed -> random3Sat(200, seed));
        row("random 3-SAT, 250 variables, ratio 4.26", 10, seed -> random3Sat(250, seed));
        row("pigeonhole, 6 to 9 holes", 4, i -> pigeonhole(6 + i));
        row("queens, 8 to 32", 13, i -> queens(8 + 2 * i));
        row("3-colouring, 120 nodes, 276 edges", 20, seed -> colouring(120, 276, seed));
    }

    private static void row(String name, int instances, IntFunction<Problem> make) {
        new NativeSolver(make.apply(0)).solve(SolverLimits.none());
        isSatisfiable(make.apply(0));
        double ours = 0;
        double sat4j = 0;
        for (int i = 0; i < instances; i++) {
            Problem problem = make.apply(i);
            long start = System.nanoTime();
            SolverOutcome outcome = new NativeSolver(problem).solve(SolverLimits.none());
            long middle = System.nanoTime();
            boolean other = isSatisfiable(problem);
            sat4j += (System.nanoTime() - middle) / 1e9;
            ours += (middle - start) / 1e9;
            if (other != outcome instanceof SolverOutcome.Satisfied) {
                throw new IllegalStateException("another answer of sat4j: " + name + " " + i);
            }
        }
        System.out.printf("| %s | %d | %.2f | %.2f | %.2f |%n", name, instances, ours, sat4j, ours / sat4j);
    }

    private static boolean isSatisfiable(Problem problem) {
        ISolver solver = SolverFactory.newDefault();
        solver.newVar(problem.variableCount());
        boolean[] contradiction = new boolean[1];
        problem.forEachClause(literals -> {
            try {
                solver.addClause(new VecInt(literals));
            } catch (ContradictionException e) {
                contradiction[0] = true;
            }
        });
        try {
            return !contradiction[0] && solver.isSatisfiable();
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Problem random3Sat(int variables, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Problem problem = new Problem();
        problem.variables(variables);
        for (int i = 0; i < 4.26 * variables; i++) {
            int[] clause = new int[3];
            for (int j = 0; j < 3; j++) {
                clause[j] = (random.nextInt(variables) + 1) * (random.nextBoolean() ? 1 : -1);
            }
            problem.clause(clause);
        }
        return problem;
    }

    private static Problem pigeonhole(int holes) {
        Problem problem = new Problem();
        problem.variables((holes + 1) * holes);
        for (int pigeon = 0; pigeon <= holes; pigeon++) {
            int[] somewhere = new int[holes];
            for (int hole = 0; hole < holes; hole++) {
                somewhere[hole] = pigeon * holes + hole + 1;
                for (int other = 0; other < pigeon; other++) {
                    problem.clause(-somewhere[hole], -(other * holes + hole + 1));
                }
            }
            problem.clause(somewhere);
        }
        return problem;
    }

    private static Problem queens(int size) {
        Problem problem = new Problem();
        problem.variables(size * size);
        for (int row = 0; row < size; row++) {
            int[] some = new int[size];
            for (int column = 0; column < size; column++) {
                some[column] = row * size + column + 1;
                for (int above = 0; above < row; above++) {
                    int distance = row - above;
                    for (int hit : new int[] {column, column - distance, column + distance}) {
                        if (hit >= 0 && hit < size) {
                            problem.clause(-some[column], -(above * size + hit + 1));
                        }
                    }
                }
            }
            problem.exactlyOne(some);
        }
        return problem;
    }

    private static Problem colouring(int nodes, int edges, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Problem problem = new Problem();
        problem.variables(3 * nodes);
        for (int node = 0; node < nodes; node++) {
            problem.exactlyOne(3 * node + 1, 3 * node + 2, 3 * node + 3);
        }
        for (int i = 0; i < edges; i++) {
            int a = random.nextInt(nodes);
            int b = (a + 1 + random.nextInt(nodes - 1)) % nodes;
            for (int colour = 1; colour <= 3; colour++) {
                problem.clause(-(3 * a + colour), -(3 * b + colour));
            }
        }
        return problem;
    }
}
