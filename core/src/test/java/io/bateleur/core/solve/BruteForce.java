package io.bateleur.core.solve;

import java.util.ArrayList;
import java.util.List;

/** Tries all assignments: obviously right, and only for problems of a few variables. */
final class BruteForce implements Solver {
    private final Problem problem;

    BruteForce(Problem problem) {
        this.problem = problem;
    }

    @Override
    public SolverOutcome solve(SolverLimits limits, int... assumptions) {
        int variables = problem.variableCount();
        for (long bits = 0; bits < 1L << variables; bits++) {
            boolean[] values = new boolean[variables + 1];
            for (int v = 1; v <= variables; v++) {
                values[v] = (bits >> (v - 1) & 1) != 0;
            }
            boolean assumed = true;
            for (int literal : assumptions) {
                assumed &= isTrue(values, literal);
            }
            if (assumed && problems(problem, values).isEmpty()) {
                return new SolverOutcome.Satisfied(values, new int[0]);
            }
        }
        return new SolverOutcome.Refused(assumptions, new int[0]);
    }

    static boolean isTrue(boolean[] values, int literal) {
        return values[Math.abs(literal)] == literal > 0;
    }

    /** What is wrong with an assignment: clauses without a true literal, and a cycle if there is one. */
    static List<String> problems(Problem problem, boolean[] values) {
        List<String> problems = new ArrayList<>();
        problem.forEachClause(literals -> {
            for (int literal : literals) {
                if (isTrue(values, literal)) {
                    return;
                }
            }
            problems.add("clause " + java.util.Arrays.toString(literals));
        });
        if (problems.isEmpty() && isCyclic(problem, values)) {
            problems.add("cycle");
        }
        return problems;
    }

    /** Removes nodes without a predecessor until none is left, or only cycles are. */
    private static boolean isCyclic(Problem problem, boolean[] values) {
        boolean[] gone = new boolean[problem.nodeCount()];
        for (int round = 0; round < gone.length; round++) {
            boolean[] hasPredecessor = new boolean[gone.length];
            for (int e = 0; e < problem.edgeCount(); e++) {
                boolean there = problem.edgeLiteral(e) == 0 || isTrue(values, problem.edgeLiteral(e));
                if (there && !gone[problem.edgeFrom(e)]) {
                    hasPredecessor[problem.edgeTo(e)] = true;
                }
            }
            for (int node = 0; node < gone.length; node++) {
                gone[node] |= !hasPredecessor[node];
            }
        }
        for (boolean each : gone) {
            if (!each) {
                return true;
            }
        }
        return false;
    }
}
