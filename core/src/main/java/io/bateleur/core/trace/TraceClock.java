package io.bateleur.core.trace;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The clock of a trace's times. Times of traces with the same clock can be compared as they are; those of others only by their
 * anchors, as far as the errors of both allow.
 *
 * @param id equal for the same clock, and for no other one
 */
public record TraceClock(String id, Optional<Anchor> anchor) {

    /**
     * The same moment by two clocks.
     *
     * @param time by this clock
     * @param wall nanoseconds since 1970-01-01 UTC
     * @param error by how many nanoseconds, at most, {@code wall} was wrong at any time of the trace, where the recorder knows
     */
    public record Anchor(long time, long wall, OptionalLong error) {}
}
