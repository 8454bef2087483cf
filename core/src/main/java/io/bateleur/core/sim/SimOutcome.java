package io.bateleur.core.sim;

/** What a call to a store led to. */
enum SimOutcome {
    /** It took effect, now. */
    DONE,
    /** It must wait; the store says when it may be tried again. */
    WAITING,
    /** The store has aborted the transaction. */
    ABORTED
}
