package io.bateleur.core.check;

import io.bateleur.core.solve.SolverLimits;
import java.util.function.BooleanSupplier;

/**
 * How far a check may go.
 *
 * @param steps of the solver, so that runs repeat
 * @param cancelled asked now and then: a time limit, or the user's interrupt
 */
public record Budget(long steps, BooleanSupplier cancelled) {
    public static Budget unlimited() {
        return new Budget(Long.MAX_VALUE, () -> false);
    }

    /** At most this long from now on. */
    public Budget within(java.time.Duration time) {
        long end = System.nanoTime() + time.toNanos();
        return new Budget(steps, () -> System.nanoTime() - end > 0 || cancelled.getAsBoolean());
    }

    SolverLimits limits() {
        return new SolverLimits(steps, cancelled);
    }
}
