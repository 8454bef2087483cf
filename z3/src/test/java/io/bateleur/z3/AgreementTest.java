package io.bateleur.z3;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.z3.Context;
import com.microsoft.z3.Status;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SmtLib;
import io.bateleur.core.solve.Solver;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolver;
import org.sat4j.specs.TimeoutException;

/** The native solver against Z3, against Z3 on its own export, and against Sat4j, on seeded random problems of middle size. */
class AgreementTest {
    private static final int PROBLEMS = 2000;
    private static final int EXPORTED = 200;
    private static final int FORMULAS = 2_000;
    /** What this does not decide is too hard for a test that everybody runs. */
    private static final SolverLimits NATIVE = SolverLimits.steps(3_000_000);

    private static final SolverLimits Z3 = SolverLimits.steps(3_000_000);

    @Test
    void agreesWithZ3() {
        Count count = new Count();
        for (long seed = 0; seed < PROBLEMS; seed++) {
            RandomProblem random = new RandomProblem(seed, true);
            Problem problem = random.problem;
            NativeSolver ours = new NativeSolver(problem);
            try (Z3Solver theirs = new Z3Solver(problem)) {
                for (int round = random.rounds(); round > 0; round--) {
                    random.grow();
                    int[] assumptions = random.assumptions();
                    SolverOutcome our = ours.solve(NATIVE, assumptions);
                    SolverOutcome their = theirs.solve(Z3, assumptions);
                    String name = "seed " + seed + ", round " + round;
                    check(problem, our, assumptions, theirs, Z3, name + ", native");
                    check(problem, their, assumptions, ours, NATIVE, name + ", Z3");
                    count.add(our, their, name);
                }
            }
        }
        count.check(PROBLEMS);
    }

    @Test
    void itsExportMeansTheSame() throws IOException {
        Count count = new Count();
        for (long seed = 0; seed < EXPORTED; seed++) {
            RandomProblem random = new RandomProblem(seed, true);
            random.grow();
            int[] assumptions = random.assumptions();
            StringBuilder text = new StringBuilder();
            SmtLib.write(random.problem, text, assumptions);
            SolverOutcome our = new NativeSolver(random.problem).solve(NATIVE, assumptions);
            try (Context context = new Context()) {
                com.microsoft.z3.Solver solver = context.mkSolver("QF_IDL");
                solver.add(context.parseSMTLIB2String(text.toString(), null, null, null, null));
                count.add(our, outcome(solver.check()), "seed " + seed);
            }
        }
        count.check(EXPORTED);
    }

    @Test
    void agreesWithSat4j() {
        Count count = new Count();
        for (long seed = 0; seed < FORMULAS; seed++) {
            RandomProblem random = new RandomProblem(seed, false);
            random.grow();
            int[] assumptions = random.assumptions();
            SolverOutcome our = new NativeSolver(random.problem).solve(NATIVE, assumptions);
            if (our instanceof SolverOutcome.Satisfied model) {
                Models.check(random.problem, model, assumptions, "seed " + seed);
            }
            count.add(our, sat4j(random.problem, assumptions), "seed " + seed);
        }
        count.check(FORMULAS);
    }

    /** A model is checked without a solver; a core must be of assumptions, and the other solver must refuse it. */
    private static void check(
            Problem problem, SolverOutcome outcome, int[] assumptions, Solver other, SolverLimits limits, String name) {
        if (outcome instanceof SolverOutcome.Satisfied model) {
            Models.check(problem, model, assumptions, name);
        } else if (outcome instanceof SolverOutcome.Refused refused) {
            assertThat(Arrays.stream(assumptions).boxed())
                    .as(name)
                    .containsAll(Arrays.stream(refused.core()).boxed().toList());
            assertThat(other.solve(limits, refused.core())).as(name).isNotInstanceOf(SolverOutcome.Satisfied.class);
        }
    }

    private static SolverOutcome outcome(Status status) {
        return switch (status) {
            case SATISFIABLE -> new SolverOutcome.Satisfied(new boolean[0], new int[0]);
            case UNSATISFIABLE -> new SolverOutcome.Refused(new int[0], new int[0]);
            case UNKNOWN -> new SolverOutcome.GaveUp(0, "unknown");
        };
    }

    private static SolverOutcome sat4j(Problem problem, int[] assumptions) {
        ISolver solver = SolverFactory.newDefault();
        solver.newVar(problem.variableCount());
        solver.setTimeoutOnConflicts(20_000);
        try {
            problem.forEachClause(literals -> {
                try {
                    solver.addClause(new VecInt(literals));
                } catch (ContradictionException e) {
                    throw new Contradiction();
                }
            });
            return outcome(solver.isSatisfiable(new VecInt(assumptions)) ? Status.SATISFIABLE : Status.UNSATISFIABLE);
        } catch (Contradiction e) {
            return outcome(Status.UNSATISFIABLE);
        } catch (TimeoutException e) {
            return outcome(Status.UNKNOWN);
        }
    }

    private static final class Contradiction extends RuntimeException {}

    /** How often both said the same. */
    private static final class Count {
        private int satisfied;
        private int refused;
        private int undecided;

        void add(SolverOutcome our, SolverOutcome their, String name) {
            if (our instanceof SolverOutcome.GaveUp || their instanceof SolverOutcome.GaveUp) {
                undecided++;
                return;
            }
            assertThat(our.getClass()).as(name).isEqualTo(their.getClass());
            if (our instanceof SolverOutcome.Satisfied) {
                satisfied++;
            } else {
                refused++;
            }
        }

        /** That the problems are worth trying: neither answer is rare, and nearly all are decided. */
        void check(int problems) {
            String all = satisfied + " satisfied, " + refused + " refused, " + undecided + " undecided";
            assertThat(satisfied).as(all).isGreaterThan(problems / 4);
            assertThat(refused).as(all).isGreaterThan(problems / 4);
            assertThat(undecided).as(all).isLessThan(problems / 20);
        }
    }
}
