package io.bateleur.core.check;

import io.bateleur.core.asg.Resolution;
import java.util.function.Function;

/** What a {@link Decider} says, before anyone has confirmed it. */
public sealed interface Decision {

    record Holds(Resolution witness) implements Decision {}

    /**
     * It cannot hold.
     *
     * @param suspects transactions that are enough to show it, as far as the solver can tell; when it cannot tell, all of them,
     *     in an order in which those that matter to each other are near each other
     */
    record Refused(int[] suspects) implements Decision {}

    record GaveUp(String reason) implements Decision {}

    /** Deals with each; the compiler sees to it that none is forgotten. */
    default <T> T match(
            Function<? super Holds, ? extends T> holds,
            Function<? super Refused, ? extends T> refused,
            Function<? super GaveUp, ? extends T> gaveUp) {
        if (this instanceof Holds h) {
            return holds.apply(h);
        }
        return this instanceof Refused r ? refused.apply(r) : gaveUp.apply((GaveUp) this);
    }
}
