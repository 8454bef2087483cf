package io.bateleur.core.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the outcomes say, limits, and minimal cores. */
class NativeSolverTest {

    @Test
    void aCycleOfPermanentEdgesIsTold() {
        Problem problem = new Problem();
        int first = problem.nodes(problem.graph(), 4);
        problem.edge(first, first + 1);
        problem.edge(first + 1, first + 2);
        problem.edge(first + 2, first);
        problem.edge(first + 2, first + 3);
        assertCycle(
                problem,
                refused(new NativeSolver(problem).solve(SolverLimits.none())).cycle(),
                new boolean[1]);
    }

    @Test
    void aCycleOfForcedEdgesIsTold() {
        Problem problem = new Problem();
        int first = problem.nodes(problem.graph(), 3);
        int a = problem.variable();
        int b = problem.variable();
        problem.edge(first, first + 1);
        problem.edge(first + 1, first + 2, a);
        problem.edge(first + 2, first, b);
        problem.clause(a);
        problem.clause(b);
        int[] cycle =
                refused(new NativeSolver(problem).solve(SolverLimits.none())).cycle();
        assertCycle(problem, cycle, new boolean[] {false, true, true});
    }

    private static void assertCycle(Problem problem, int[] cycle, boolean[] values) {
        assertThat(cycle).isNotEmpty();
        for (int i = 0; i < cycle.length; i++) {
            int from = cycle[i];
            int to = cycle[(i + 1) % cycle.length];
            boolean there = false;
            for (int e = 0; e < problem.edgeCount(); e++) {
                there |= problem.edgeFrom(e) == from
                        && problem.edgeTo(e) == to
                        && (problem.edgeLiteral(e) == 0 || BruteForce.isTrue(values, problem.edgeLiteral(e)));
            }
            assertThat(there)
                    .as("edge from %d to %d of %s", from, to, Arrays.toString(cycle))
                    .isTrue();
        }
    }

    @Test
    void stopsAtItsLimitsAndCanBeAskedAgain() {
        Problem problem = pigeonhole(7);
        NativeSolver solver = new NativeSolver(problem);
        assertThat(solver.solve(SolverLimits.steps(500))).isInstanceOf(SolverOutcome.GaveUp.class);
        assertThat(solver.solve(new SolverLimits(Long.MAX_VALUE, () -> true)))
                .isInstanceOfSatisfying(SolverOutcome.GaveUp.class, gaveUp -> assertThat(gaveUp.reason())
                        .isEqualTo("cancelled"));
        assertThat(solver.solve(SolverLimits.none())).isInstanceOf(SolverOutcome.Refused.class);
        assertThat(solver.statistics().conflicts()).isPositive();
    }

    @Test
    void theSameBudgetStopsAtTheSamePlace() {
        NativeSolver one = new NativeSolver(pigeonhole(8));
        NativeSolver two = new NativeSolver(pigeonhole(8));
        one.solve(SolverLimits.steps(5_000));
        two.solve(SolverLimits.steps(5_000));
        assertThat(one.statistics()).isEqualTo(two.statistics());
    }

    @Test
    void triesTheGivenPhaseFirst() {
        for (boolean value : new boolean[] {true, false}) {
            Problem problem = new Problem();
            problem.variables(3);
            problem.phase(1, true); // so that the clause holds without the second
            problem.phase(2, value);
            problem.phase(3, true);
            problem.clause(1, 2, 3);
            SolverOutcome.Satisfied model =
                    (SolverOutcome.Satisfied) new NativeSolver(problem).solve(SolverLimits.none());
            assertThat(model.values()[2]).isEqualTo(value);
        }
    }

    @Test
    void choicesThatTheOrderSettlesAreNeverDecided() {
        Problem problem = new Problem();
        int first = problem.nodes(problem.graph(), 1_000);
        for (int i = 0; i < 999; i++) {
            problem.choice(first + i, first + i + 1);
        }
        NativeSolver solver = new NativeSolver(problem);
        assertThat(solver.solve(SolverLimits.none())).isInstanceOf(SolverOutcome.Satisfied.class);
        assertThat(solver.statistics().decisions()).isZero();
    }

    @Test
    void minimizedCoresAreMinimal() {
        int shrunk = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Problem problem = new Problem();
            problem.variables(8);
            int first = problem.nodes(problem.graph(), 5);
            for (int i = 0; i < 14; i++) {
                problem.edge(first + random.nextInt(5), first + random.nextInt(5), literal(random));
            }
            for (int i = 0; i < 4; i++) {
                problem.clause(literal(random), literal(random), literal(random));
            }
            int[] assumptions = new int[8];
            Arrays.setAll(assumptions, v -> random.nextBoolean() ? v + 1 : -v - 1);
            NativeSolver solver = new NativeSolver(problem);
            if (solver.solve(SolverLimits.none(), assumptions) instanceof SolverOutcome.Refused refused) {
                int[] core = Cores.minimize(solver, refused.core(), SolverLimits.none());
                shrunk += core.length < refused.core().length ? 1 : 0;
                assertMinimal(problem, core, seed);
            }
        }
        assertThat(shrunk).isPositive();
    }

    private static void assertMinimal(Problem problem, int[] core, long seed) {
        BruteForce twin = new BruteForce(problem);
        assertThat(twin.solve(SolverLimits.none(), core)).as("seed %d", seed).isInstanceOf(SolverOutcome.Refused.class);
        for (int left : core) {
            int[] rest = Arrays.stream(core).filter(literal -> literal != left).toArray();
            assertThat(twin.solve(SolverLimits.none(), rest))
                    .as("seed %d, without %d", seed, left)
                    .isInstanceOf(SolverOutcome.Satisfied.class);
        }
    }

    private static int literal(SplittableRandom random) {
        return (random.nextInt(8) + 1) * (random.nextBoolean() ? 1 : -1);
    }

    private static SolverOutcome.Refused refused(SolverOutcome outcome) {
        return (SolverOutcome.Refused) outcome;
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
}
