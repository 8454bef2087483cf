package io.bateleur.core.solve;

import java.util.function.BooleanSupplier;

/**
 * How far a solver may go. Steps are assignments, conflicts and nodes visited, so that the same problem always stops at the same place.
 *
 * @param steps at most so many
 * @param cancelled asked now and then whether to stop at once
 */
public record Limits(long steps, BooleanSupplier cancelled) {

    public static Limits none() {
        return new Limits(Long.MAX_VALUE, () -> false);
    }

    public static Limits steps(long steps) {
        return new Limits(steps, () -> false);
    }
}
