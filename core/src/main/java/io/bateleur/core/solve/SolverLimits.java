package io.bateleur.core.solve;

import java.util.function.BooleanSupplier;

/**
 * How far a solver may go. Steps are assignments, conflicts and nodes visited, so that the same problem always stops at the same place.
 *
 * @param steps at most so many
 * @param cancelled asked now and then whether to stop at once
 */
public record SolverLimits(long steps, BooleanSupplier cancelled) {

    public static SolverLimits none() {
        return new SolverLimits(Long.MAX_VALUE, () -> false);
    }

    public static SolverLimits steps(long steps) {
        return new SolverLimits(steps, () -> false);
    }
}
