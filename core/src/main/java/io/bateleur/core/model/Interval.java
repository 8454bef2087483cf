package io.bateleur.core.model;

/** When a call was made and when its answer came, by the client's clock, in nanoseconds from any fixed origin. */
public record Interval(long before, long after) {
    public Interval {
        if (before > after) {
            throw new IllegalArgumentException("the answer came at " + after + ", before the call at " + before);
        }
    }
}
