package io.bateleur.core.mirror;

import java.util.Locale;

/** Times as people read them. */
final class Clock {
    private Clock() {}

    /** Nanoseconds since an origin, in milliseconds. */
    static String words(long nanos) {
        return String.format(Locale.ROOT, "%.6f ms", nanos / 1e6).replaceFirst("(\\.\\d{3}\\d*?)0+ ms", "$1 ms");
    }
}
