package io.bateleur.core.solve;

/** Asks a solver that knows no lazy checks again and again, until its model breaks nothing. */
public final class Refinement implements Solver {
    private final Solver solver;
    private final Problem problem;
    private final LazyCheck check;

    public Refinement(Solver solver, Problem problem, LazyCheck check) {
        this.solver = solver;
        this.problem = problem;
        this.check = check;
    }

    @Override
    public SolverOutcome solve(SolverLimits limits, int... assumptions) {
        while (true) {
            SolverOutcome outcome = solver.solve(limits, assumptions);
            if (!(outcome instanceof SolverOutcome.Satisfied model) || !grows(model)) {
                return outcome;
            }
        }
    }

    private boolean grows(SolverOutcome.Satisfied model) {
        int variables = problem.variableCount();
        int clauses = problem.clauseCount();
        int edges = problem.edgeCount();
        int[] position = new int[model.order().length];
        for (int i = 0; i < position.length; i++) {
            position[model.order()[i]] = i;
        }
        check.check(
                new LazyCheck.Candidate() {
                    @Override
                    public int value(int literal) {
                        int variable = Math.abs(literal);
                        boolean known = variable < model.values().length;
                        return !known ? 0 : model.values()[variable] == literal > 0 ? 1 : -1;
                    }

                    @Override
                    public int position(int node) {
                        return position[node];
                    }

                    @Override
                    public boolean isComplete() {
                        return true;
                    }
                },
                problem);
        return problem.variableCount() > variables || problem.clauseCount() > clauses || problem.edgeCount() > edges;
    }
}
