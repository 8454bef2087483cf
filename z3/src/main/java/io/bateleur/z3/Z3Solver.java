package io.bateleur.z3;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntNum;
import com.microsoft.z3.Model;
import com.microsoft.z3.Params;
import com.microsoft.z3.Status;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.Solver;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Solves problems with Z3: a node is an integer, an edge that is there says that one is smaller than the other.
 *
 * <p>A step is a unit of Z3's own resource limit, which is repeatable too but not the native solver's step. Of a refusal the cycle is never
 * told. The native library is loaded by the first solve.
 */
public final class Z3Solver implements Solver, AutoCloseable {
    private static final long MOST_STEPS = 0xFFFF_FFFFL;

    private final Problem problem;
    private @Nullable Session session;

    public Z3Solver(Problem problem) {
        this.problem = problem;
    }

    @Override
    public SolverOutcome solve(SolverLimits limits, int... assumptions) {
        if (limits.cancelled().getAsBoolean()) {
            return new SolverOutcome.GaveUp(0, "cancelled");
        }
        Session current = session;
        if (current == null) {
            current = new Session(problem);
            session = current;
        }
        current.take();
        Status status;
        Watch watch = new Watch(limits.cancelled(), current.context::interrupt);
        try (watch) {
            status = current.check(limits.steps(), assumptions);
        }
        if (watch.hasStopped()) {
            // A context remembers its interruption: the next solve gets a new one.
            close();
            watch.rethrow();
            return new SolverOutcome.GaveUp(0, "cancelled");
        }
        return switch (status) {
            case SATISFIABLE -> current.satisfied();
            case UNSATISFIABLE -> current.refused(assumptions);
            case UNKNOWN -> gaveUp(limits.steps(), current.solver.getReasonUnknown());
        };
    }

    private static SolverOutcome gaveUp(long steps, String reason) {
        boolean spent = steps <= MOST_STEPS && (reason.contains("resource") || reason.contains("cancel"));
        return new SolverOutcome.GaveUp(
                steps, spent ? "the budget of " + steps + " steps is spent" : "Z3 says: " + reason);
    }

    /** Frees what Z3 holds; another solve would begin anew. */
    @Override
    public void close() {
        if (session != null) {
            session.context.close();
            session = null;
        }
    }

    /** Up to here the matrix of Z3's difference logic takes less than a quarter of a gigabyte. */
    private static final int MATRIX_NODES_MAX = 2_000;

    /** The problem as one context of Z3 has it so far. */
    private static final class Session {
        private final Problem problem;
        private final Context context = new Context();
        private final com.microsoft.z3.Solver solver;
        /** By variable: at index 0 nothing of interest. */
        private final List<BoolExpr> yes = new ArrayList<>();

        private final List<BoolExpr> no = new ArrayList<>();
        private final List<IntExpr> nodes = new ArrayList<>();
        private int takenClauses;
        private int takenEdges;

        Session(Problem problem) {
            this.problem = problem;
            // The solver of difference logic keeps a matrix of all pairs of nodes, and cannot be stopped while it makes
            // it.
            this.solver = problem.nodeCount() <= MATRIX_NODES_MAX ? context.mkSolver("QF_IDL") : context.mkSolver();
            yes.add(context.mkTrue());
            no.add(context.mkFalse());
        }

        void take() {
            for (int v = yes.size(); v <= problem.variableCount(); v++) {
                yes.add(context.mkBoolConst("x" + v));
                no.add(context.mkNot(yes.get(v)));
            }
            for (int n = nodes.size(); n < problem.nodeCount(); n++) {
                nodes.add(context.mkIntConst("n" + n));
            }
            if (takenClauses < problem.clauseCount()) {
                int[] seen = {0};
                problem.forEachClause(literals -> {
                    if (seen[0]++ >= takenClauses) {
                        require(expressions(literals));
                    }
                });
                takenClauses = problem.clauseCount();
            }
            for (; takenEdges < problem.edgeCount(); takenEdges++) {
                BoolExpr before =
                        context.mkLt(nodes.get(problem.edgeFrom(takenEdges)), nodes.get(problem.edgeTo(takenEdges)));
                int literal = problem.edgeLiteral(takenEdges);
                if (literal == 0) {
                    require(before);
                } else {
                    require(expression(-literal), before);
                }
            }
        }

        /** Adds a clause. */
        private void require(BoolExpr... clause) {
            solver.add(new BoolExpr[] {context.mkOr(clause)});
        }

        private BoolExpr[] expressions(int[] literals) {
            return IntStream.of(literals).mapToObj(this::expression).toArray(BoolExpr[]::new);
        }

        private BoolExpr expression(int literal) {
            return literal > 0 ? yes.get(literal) : no.get(-literal);
        }

        Status check(long steps, int[] assumptions) {
            Params params = context.mkParams();
            // Zero means without limit.
            params.add("rlimit", steps > MOST_STEPS ? 0 : (int) Math.max(1, steps));
            solver.setParameters(params);
            return solver.check(expressions(assumptions));
        }

        SolverOutcome satisfied() {
            Model model = solver.getModel();
            boolean[] values = new boolean[problem.variableCount() + 1];
            for (int v = 1; v < values.length; v++) {
                values[v] = model.eval(yes.get(v), true).isTrue();
            }
            long[] places = new long[nodes.size()];
            for (int n = 0; n < places.length; n++) {
                places[n] = ((IntNum) model.eval(nodes.get(n), true)).getInt64();
            }
            int[] order = IntStream.range(0, places.length)
                    .boxed()
                    .sorted(Comparator.comparingLong(n -> places[n]))
                    .mapToInt(n -> n)
                    .toArray();
            return new SolverOutcome.Satisfied(values, order);
        }

        SolverOutcome refused(int[] assumptions) {
            List<BoolExpr> core = List.of(solver.getUnsatCore());
            int[] literals = IntStream.of(assumptions)
                    .distinct()
                    .filter(literal -> core.contains(expression(literal)))
                    .toArray();
            return new SolverOutcome.Refused(literals, new int[0]);
        }
    }
}
