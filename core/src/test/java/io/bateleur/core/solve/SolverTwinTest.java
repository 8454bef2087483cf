package io.bateleur.core.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The solver against brute force, on seeded random small problems: clauses, groups, graphs, assumptions, additions. */
class SolverTwinTest {
    private static final int PROBLEMS = 200_000;

    @Test
    void agreesWithBruteForce() {
        int satisfied = 0;
        int refused = 0;
        for (long seed = 0; seed < PROBLEMS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Problem problem = new Problem();
            problem.variables(random.nextInt(1, 8));
            int graph = problem.graph();
            problem.nodes(graph, random.nextInt(1, 7));
            if (random.nextInt(4) == 0) {
                problem.nodes(problem.graph(), 3);
            }
            NativeSolver solver = new NativeSolver(problem);
            int shape = random.nextInt(3);
            for (int round = random.nextInt(1, 4); round > 0; round--) {
                grow(problem, random, shape);
                int[] assumptions = assumptions(problem, random);
                SolverOutcome outcome = solver.solve(SolverLimits.none(), assumptions);
                SolverOutcome twin = new BruteForce(problem).solve(SolverLimits.none(), assumptions);
                assertThat(outcome.getClass()).as("seed %d", seed).isEqualTo(twin.getClass());
                if (outcome instanceof SolverOutcome.Satisfied model) {
                    check(problem, model, assumptions, seed);
                    satisfied++;
                } else {
                    check(problem, (SolverOutcome.Refused) outcome, assumptions, seed);
                    refused++;
                }
            }
        }
        assertThat(satisfied).isGreaterThan(PROBLEMS / 4);
        assertThat(refused).isGreaterThan(PROBLEMS / 4);
    }

    private static void grow(Problem problem, SplittableRandom random, int shape) {
        if (shape != 0) {
            for (int i = random.nextInt(6); i > 0; i--) {
                int[] clause = new int[random.nextInt(1, 4)];
                Arrays.setAll(clause, j -> literal(problem, random));
                problem.clause(clause);
            }
            if (random.nextInt(3) == 0 && problem.variableCount() < 8) {
                int[] group = new int[random.nextInt(2, 4)];
                Arrays.setAll(group, j -> literal(problem, random));
                problem.exactlyOne(group);
            }
        }
        if (shape != 1) {
            for (int i = random.nextInt(4); i > 0; i--) {
                edge(problem, random, false);
            }
            for (int i = random.nextInt(14); i > 0; i--) {
                edge(problem, random, true);
            }
            if (random.nextInt(4) == 0 && problem.variableCount() < 9) {
                problem.variable();
                problem.nodes(0, 1);
            }
        }
    }

    private static void edge(Problem problem, SplittableRandom random, boolean hanging) {
        int from = random.nextInt(problem.nodeCount());
        int to = random.nextInt(problem.nodeCount());
        // Permanent edges mostly agree with the numbers, or nearly every problem would be refused at once.
        if (!hanging && from >= to && random.nextInt(6) > 0) {
            return;
        }
        if (problem.graphOf(from) != problem.graphOf(to)) {
            return;
        }
        if (hanging) {
            problem.edge(from, to, literal(problem, random));
        } else {
            problem.edge(from, to);
        }
    }

    private static int literal(Problem problem, SplittableRandom random) {
        int variable = random.nextInt(1, problem.variableCount() + 1);
        return random.nextBoolean() ? variable : -variable;
    }

    private static int[] assumptions(Problem problem, SplittableRandom random) {
        int[] assumptions = new int[random.nextInt(3)];
        Arrays.setAll(assumptions, i -> literal(problem, random));
        return assumptions;
    }

    private static void check(Problem problem, SolverOutcome.Satisfied model, int[] assumptions, long seed) {
        assertThat(BruteForce.problems(problem, model.values()))
                .as("seed %d", seed)
                .isEmpty();
        for (int literal : assumptions) {
            assertThat(BruteForce.isTrue(model.values(), literal))
                    .as("seed %d", seed)
                    .isTrue();
        }
        int[] place = new int[problem.nodeCount()];
        assertThat(model.order()).as("seed %d", seed).hasSize(problem.nodeCount());
        for (int i = 0; i < place.length; i++) {
            place[model.order()[i]] = i;
        }
        for (int e = 0; e < problem.edgeCount(); e++) {
            int literal = problem.edgeLiteral(e);
            if (literal == 0 || BruteForce.isTrue(model.values(), literal)) {
                assertThat(place[problem.edgeFrom(e)]).as("seed %d", seed).isLessThan(place[problem.edgeTo(e)]);
            }
        }
    }

    private static void check(Problem problem, SolverOutcome.Refused refused, int[] assumptions, long seed) {
        assertThat(Arrays.stream(assumptions).boxed().toList())
                .as("seed %d", seed)
                .containsAll(Arrays.stream(refused.core()).boxed().toList());
        assertThat(new BruteForce(problem).solve(SolverLimits.none(), refused.core()))
                .as("seed %d", seed)
                .isInstanceOf(SolverOutcome.Refused.class);
    }
}
