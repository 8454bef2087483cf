package io.bateleur.core.check;

import io.bateleur.core.asg.Resolution;

/** What the engine says, before anyone has checked it. */
sealed interface Decision {

    record Holds(Resolution witness) implements Decision {}

    /**
     * It cannot hold.
     *
     * @param suspects transactions that are enough to show it, as far as the engine can tell; when it cannot tell, all of them,
     *     in an order in which those that matter to each other are near each other
     */
    record Refused(int[] suspects) implements Decision {}

    record GaveUp(String reason) implements Decision {}
}
