package io.bateleur.sql.eval;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Whether a value that was seen, by a driver or in a trace, may be the one that was computed: types are not compared, values are. */
public final class Alike {
    /** Floating sums may be added in any order. */
    private static final double TOLERANCE = 1e-9;

    private Alike() {}

    public static boolean alike(@Nullable Object expected, @Nullable Object seen) {
        if (Unknown.is(expected) || Unknown.is(seen)) {
            return true;
        }
        if (expected == null || seen == null) {
            return expected == seen;
        }
        if (expected.equals(seen)) {
            return true;
        }
        Object left = plain(expected);
        Object right = plain(seen);
        if (left instanceof Number a && right instanceof Number b) {
            return numbers(a, b);
        }
        if (left instanceof byte[] a && right instanceof byte[] b) {
            return java.util.Arrays.equals(a, b);
        }
        return text(left).equals(text(right));
    }

    private static Object plain(Object value) {
        return value instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : value;
    }

    private static boolean numbers(Number a, Number b) {
        if (isFloating(a) || isFloating(b)) {
            double x = a.doubleValue();
            double y = b.doubleValue();
            return x == y || Math.abs(x - y) <= TOLERANCE * Math.max(Math.abs(x), Math.abs(y));
        }
        return decimal(a).compareTo(decimal(b)) == 0;
    }

    private static boolean isFloating(Number number) {
        return number instanceof Double || number instanceof Float;
    }

    private static BigDecimal decimal(Number number) {
        return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
    }

    /** Times of java.time and their texts, with a blank or a T, with or without seconds that are zero. */
    private static String text(Object value) {
        String text = value.toString().stripTrailing();
        if (value instanceof java.time.temporal.Temporal || text.length() >= 16 && text.length() <= 40) {
            return Instants.plain(text);
        }
        return text;
    }
}
