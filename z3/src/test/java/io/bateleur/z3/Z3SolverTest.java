package io.bateleur.z3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.solve.Cores;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class Z3SolverTest {

    @Test
    void solvesTheEmptyProblem() {
        try (Z3Solver solver = new Z3Solver(new Problem())) {
            assertThat(solver.solve(SolverLimits.none())).isInstanceOf(SolverOutcome.Satisfied.class);
        }
    }

    @Test
    void refusesTheEmptyClauseWithAnEmptyCore() {
        Problem problem = new Problem();
        int x = problem.variable();
        problem.clause();
        try (Z3Solver solver = new Z3Solver(problem)) {
            assertThat(refused(solver.solve(SolverLimits.none(), x)).core()).isEmpty();
        }
    }

    @Test
    void namesTheAssumptionsThatMakeACycle() {
        Problem problem = new Problem();
        int[] x = {problem.variable(), problem.variable(), problem.variable()};
        int n = problem.nodes(problem.graph(), 3);
        problem.edge(n, n + 1);
        problem.edge(n + 1, n + 2, -x[0]);
        problem.edge(n + 2, n, x[1]);
        try (Z3Solver solver = new Z3Solver(problem)) {
            int[] core = refused(solver.solve(SolverLimits.none(), x[2], x[1], -x[0], x[1]))
                    .core();
            assertThat(Cores.minimize(solver, core, SolverLimits.none())).containsExactlyInAnyOrder(x[1], -x[0]);
            assertThat(solver.solve(SolverLimits.none(), x[2], x[1])).isInstanceOf(SolverOutcome.Satisfied.class);
        }
    }

    @Test
    void refusesAssumptionsThatContradictEachOther() {
        Problem problem = new Problem();
        int x = problem.variable();
        try (Z3Solver solver = new Z3Solver(problem)) {
            assertThat(refused(solver.solve(SolverLimits.none(), x, -x)).core()).containsExactlyInAnyOrder(x, -x);
        }
    }

    @Test
    void takesUpWhatIsNew() {
        Problem problem = new Problem();
        int n = problem.nodes(problem.graph(), 2);
        int x = problem.choice(n, n + 1);
        try (Z3Solver solver = new Z3Solver(problem)) {
            assertThat(((SolverOutcome.Satisfied) solver.solve(SolverLimits.none(), x)).order())
                    .containsExactly(n, n + 1);
            assertThat(((SolverOutcome.Satisfied) solver.solve(SolverLimits.none(), -x)).order())
                    .containsExactly(n + 1, n);
            int m = problem.nodes(0, 1);
            problem.edge(n + 1, m);
            problem.edge(m, n);
            assertThat(((SolverOutcome.Satisfied) solver.solve(SolverLimits.none())).order())
                    .containsExactly(n + 1, m, n);
            problem.clause(x);
            assertThat(solver.solve(SolverLimits.none())).isInstanceOf(SolverOutcome.Refused.class);
        }
    }

    @Test
    @Timeout(60)
    void givesUpWhenItsStepsAreSpentAndGoesOnWithMore() {
        try (Z3Solver solver = new Z3Solver(pigeons(7))) {
            SolverOutcome first = solver.solve(SolverLimits.steps(20_000));
            assertThat(first).isEqualTo(new SolverOutcome.GaveUp(20_000, "the budget of 20000 steps is spent"));
            assertThat(solver.solve(SolverLimits.none())).isInstanceOf(SolverOutcome.Refused.class);
        }
    }

    @Test
    @Timeout(60)
    void stopsWhenCancelledAndCanBeAskedAgain() {
        Problem problem = pigeons(14);
        int x = problem.variable();
        try (Z3Solver solver = new Z3Solver(problem)) {
            AtomicInteger asked = new AtomicInteger();
            SolverLimits limits = new SolverLimits(Long.MAX_VALUE, () -> asked.incrementAndGet() > 5);
            assertThat(solver.solve(limits)).isEqualTo(new SolverOutcome.GaveUp(0, "cancelled"));
            assertThat(asked).hasValueGreaterThan(5);
            problem.clause(x);
            assertThat(refused(solver.solve(SolverLimits.none(), -x)).core()).containsExactly(-x);
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(t -> t.getName().equals("bateleur-z3-watch"));
    }

    @Test
    void doesNotBeginWhenCancelledBefore() {
        try (Z3Solver solver = new Z3Solver(pigeons(14))) {
            assertThat(solver.solve(new SolverLimits(Long.MAX_VALUE, () -> true)))
                    .isEqualTo(new SolverOutcome.GaveUp(0, "cancelled"));
        }
    }

    @Test
    @Timeout(60)
    void passesOnWhatAskingThrows() {
        try (Z3Solver solver = new Z3Solver(pigeons(14))) {
            AtomicInteger asked = new AtomicInteger();
            assertThatThrownBy(() -> solver.solve(new SolverLimits(Long.MAX_VALUE, () -> {
                        if (asked.incrementAndGet() > 2) {
                            throw new IllegalStateException("no answer");
                        }
                        return false;
                    })))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no answer");
        }
    }

    @Test
    void closesTwiceAndWithoutHavingSolved() {
        Z3Solver solver = new Z3Solver(new Problem());
        solver.close();
        solver.close();
        assertThat(solver.solve(SolverLimits.none())).isInstanceOf(SolverOutcome.Satisfied.class);
        solver.close();
    }

    private static SolverOutcome.Refused refused(SolverOutcome outcome) {
        assertThat(outcome).isInstanceOf(SolverOutcome.Refused.class);
        return (SolverOutcome.Refused) outcome;
    }

    /** One more pigeon than holes: short to say, long to refute. */
    private static Problem pigeons(int holes) {
        Problem problem = new Problem();
        int first = problem.variables((holes + 1) * holes);
        for (int pigeon = 0; pigeon <= holes; pigeon++) {
            int[] clause = new int[holes];
            for (int hole = 0; hole < holes; hole++) {
                clause[hole] = first + pigeon * holes + hole;
                for (int other = 0; other < pigeon; other++) {
                    problem.clause(-clause[hole], -(first + other * holes + hole));
                }
            }
            problem.clause(clause);
        }
        return problem;
    }
}
