package io.bateleur.core.mirror;

import java.math.BigDecimal;

/** Times as people read them. */
final class Clock {
    private static final int NANOS_OF_A_MILLI = 6;

    private Clock() {}

    /** A time of the trace, or a span: nanoseconds, in milliseconds unless they are few. */
    static String words(long nanos) {
        if (nanos > -100_000 && nanos < 100_000) {
            return nanos + " ns";
        }
        return BigDecimal.valueOf(nanos, NANOS_OF_A_MILLI).toPlainString() + " ms";
    }
}
