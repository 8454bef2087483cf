package io.bateleur.recorder;

import java.time.Duration;

/**
 * What a recorder may cost those it records.
 *
 * @param longest how long a session waits for room before what it hands over is left out; {@link #FOR_EVER} for never
 * @param bytes of events that may wait to be written; a single piece that is larger waits alone
 */
public record Patience(Duration longest, long bytes) {
    /** So long that nothing is ever left out. */
    public static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private static final long BYTES = 16L << 20;
    private static final Duration BRIEFLY = Duration.ofMillis(10);

    public Patience {
        if (longest.isNegative() || bytes < 1) {
            throw new IllegalArgumentException("a wait of " + longest + " for " + bytes + " bytes");
        }
    }

    /** For applications: at most 10 milliseconds, 16 MiB. */
    public static Patience brief() {
        return new Patience(BRIEFLY, BYTES);
    }

    /** For experiments: everything is recorded, and a trace that cannot be written is an error. */
    public static Patience forEver() {
        return new Patience(FOR_EVER, BYTES);
    }

    boolean isEndless() {
        return longest.compareTo(FOR_EVER) >= 0;
    }

    long nanos() {
        return isEndless() ? Long.MAX_VALUE : longest.toNanos();
    }
}
