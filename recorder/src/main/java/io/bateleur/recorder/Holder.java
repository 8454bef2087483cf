package io.bateleur.recorder;

/**
 * Somebody who holds events back, or has calls under way that will be events: a {@link Recorder} that has a heartbeat asks all of them,
 * from a thread of its own.
 */
public interface Holder {
    /** Nothing can be promised now. */
    long NOTHING_KNOWN = Long.MIN_VALUE;

    /**
     * Hands over what can be handed over. Returns a time, such that nothing that is handed over later was called before it, unless it was
     * called after this question; {@link Long#MAX_VALUE} when there is nothing left, {@link #NOTHING_KNOWN} when that cannot be told.
     */
    long handOver();
}
