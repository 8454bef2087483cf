package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/** Conditions: true, false, NULL, or unknown, which is one of these three. */
final class Truth {
    private Truth() {}

    /** A value as a condition. */
    static @Nullable Object of(@Nullable Object value) {
        if (value == null || value instanceof Boolean || Unknown.is(value)) {
            return value;
        }
        if (value instanceof Long number) {
            return number != 0;
        }
        Object number = value instanceof String text ? Numerals.leading(text) : value;
        return number instanceof Number some ? some.doubleValue() != 0 : Unknown.UNKNOWN;
    }

    static @Nullable Object not(@Nullable Object value) {
        return value instanceof Boolean truth ? (Object) !truth : value;
    }

    /** AND of all, from the left, until one is false. */
    static @Nullable Object all(Code[] terms, Frame frame) {
        return fold(terms, frame, false);
    }

    /** OR of all, from the left, until one is true. */
    static @Nullable Object any(Code[] terms, Frame frame) {
        return fold(terms, frame, true);
    }

    private static @Nullable Object fold(Code[] terms, Frame frame, boolean decisive) {
        boolean isNull = false;
        boolean unknown = false;
        for (Code term : terms) {
            Object value = of(term.value(frame));
            if (value == null) {
                isNull = true;
            } else if (Unknown.is(value)) {
                unknown = true;
            } else if ((Boolean) value == decisive) {
                return decisive;
            }
        }
        return unknown ? Unknown.UNKNOWN : isNull ? null : (Object) !decisive;
    }

    /** Combines what single comparisons say: OR of all. */
    static @Nullable Object or(@Nullable Object left, @Nullable Object right) {
        if (Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right)) {
            return true;
        }
        if (Unknown.is(left) || Unknown.is(right)) {
            return Unknown.UNKNOWN;
        }
        return left == null || right == null ? null : (Object) false;
    }

    static @Nullable Object and(@Nullable Object left, @Nullable Object right) {
        return not(or(not(left), not(right)));
    }
}
