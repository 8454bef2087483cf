package io.bateleur.core.solve;

/** Decides a {@link Problem} that it was made for; may be asked again, with other assumptions or when the problem has grown. */
public interface Solver {
    SolverOutcome solve(SolverLimits limits, int... assumptions);
}
