package io.bateleur.core.mirror;

import java.util.Locale;

/** Times as people read them. */
final class Clock {
    private Clock() {}

    /** Nanoseconds since an origin, in milliseconds unless they are few. */
    static String words(long nanos) {
        if (nanos > -100_000 && nanos < 100_000) {
            return nanos + " ns";
        }
        return String.format(Locale.ROOT, "%.6f ms", nanos / 1e6).replaceFirst("0{1,3} ms$", " ms");
    }
}
