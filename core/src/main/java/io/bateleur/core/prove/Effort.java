package io.bateleur.core.prove;

import java.util.function.BooleanSupplier;

/** How much looking is left to do; by steps, so that runs repeat. */
final class Effort {
    private final BooleanSupplier cancelled;
    private long steps;

    /** Thrown when the search has gone on for long enough. */
    static final class Spent extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    Effort(long steps, BooleanSupplier cancelled) {
        this.steps = steps;
        this.cancelled = cancelled;
    }

    void spend(long some) {
        steps -= some;
        if (steps < 0 || cancelled.getAsBoolean()) {
            throw new Spent();
        }
    }

    /** A smaller limit for something that is not worth everything. */
    Effort atMost(long some) {
        return new Effort(Math.min(some, steps), cancelled);
    }
}
