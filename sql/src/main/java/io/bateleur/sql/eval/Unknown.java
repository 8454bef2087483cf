package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/** The value of which nothing is known; it may be NULL as well. Whatever is computed from it is unknown, unless it would be the same for every value. */
public enum Unknown {
    UNKNOWN;

    public static boolean is(@Nullable Object value) {
        return value == UNKNOWN;
    }

    /** Whether one of these values is unknown. */
    public static boolean in(Object[] values) {
        for (Object value : values) {
            if (value == UNKNOWN) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "?";
    }
}
