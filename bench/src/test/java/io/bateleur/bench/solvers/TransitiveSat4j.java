package io.bateleur.bench.solvers;

import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.Solver;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolver;
import org.sat4j.specs.TimeoutException;

/** A plain SAT solver with a total order as clauses: a variable for each pair of nodes, a clause for each triple. */
final class TransitiveSat4j implements Solver {
    /** Above this there are tens of millions of clauses, and they do not fit a few gigabytes. */
    static final int NODES_MAX = 250;

    private final Problem problem;
    private final int seconds;

    TransitiveSat4j(Problem problem, int seconds) {
        this.problem = problem;
        this.seconds = seconds;
    }

    @Override
    public SolverOutcome solve(SolverLimits limits, int... assumptions) {
        if (problem.nodeCount() > NODES_MAX) {
            return new SolverOutcome.GaveUp(0, "too many triples");
        }
        ISolver solver = SolverFactory.newDefault();
        solver.setTimeout(seconds);
        try {
            encode(solver);
            boolean satisfied = solver.isSatisfiable(new VecInt(assumptions));
            return satisfied
                    ? new SolverOutcome.Satisfied(new boolean[0], new int[0])
                    : new SolverOutcome.Refused(new int[0], new int[0]);
        } catch (ContradictionException e) {
            return new SolverOutcome.Refused(new int[0], new int[0]);
        } catch (TimeoutException e) {
            return new SolverOutcome.GaveUp(0, "timeout");
        }
    }

    private void encode(ISolver solver) throws ContradictionException {
        int n = problem.nodeCount();
        solver.newVar(problem.variableCount() + n * n);
        ContradictionException[] failed = new ContradictionException[1];
        problem.forEachClause(literals -> {
            try {
                solver.addClause(new VecInt(literals));
            } catch (ContradictionException e) {
                failed[0] = e;
            }
        });
        if (failed[0] != null) {
            throw failed[0];
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    if (i != j && j != k && i != k && i < Math.max(j, k)) {
                        solver.addClause(new VecInt(new int[] {-before(i, j), -before(j, k), before(i, k)}));
                    }
                }
            }
        }
        for (int e = 0; e < problem.edgeCount(); e++) {
            int literal = problem.edgeLiteral(e);
            int order = before(problem.edgeFrom(e), problem.edgeTo(e));
            solver.addClause(literal == 0 ? new VecInt(new int[] {order}) : new VecInt(new int[] {-literal, order}));
        }
    }

    /** The literal that says that one node comes before another; one variable per pair. */
    private int before(int i, int j) {
        int n = problem.nodeCount();
        int pair = problem.variableCount() + Math.min(i, j) * n + Math.max(i, j) + 1;
        return i < j ? pair : -pair;
    }
}
