package io.bateleur.sql.eval;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as texts, and texts as numbers. */
final class Numerals {
    private static final Pattern LEADING = Pattern.compile("\\s*([+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)");

    private Numerals() {}

    /** A numeral of a statement: a Long, a decimal or a double. */
    static Object of(String text) {
        if (text.startsWith("0x") || text.startsWith("0X")) {
            return narrow(new BigDecimal(new java.math.BigInteger(text.substring(2), 16)));
        }
        if (text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0) {
            return narrow(new BigDecimal(text));
        }
        return new BigDecimal(text);
    }

    private static Object narrow(BigDecimal whole) {
        return whole.unscaledValue().bitLength() < 64 && whole.scale() <= 0 ? (Object) whole.longValue() : whole;
    }

    /** The number that a text begins with, else 0. */
    static Number leading(String text) {
        Matcher matcher = LEADING.matcher(text);
        if (!matcher.lookingAt()) {
            return 0L;
        }
        return number(matcher.group(1));
    }

    /** The number that a text is, or null. */
    static @Nullable Number whole(String text) {
        Matcher matcher = LEADING.matcher(text);
        return matcher.lookingAt() && text.substring(matcher.end()).isBlank() ? number(matcher.group(1)) : null;
    }

    private static Number number(String digits) {
        if (digits.chars().allMatch(c -> c >= '0' && c <= '9' || c == '-' || c == '+')) {
            BigDecimal whole = new BigDecimal(digits);
            if (whole.unscaledValue().bitLength() < 64) {
                return whole.longValue();
            }
        }
        return Double.valueOf(digits);
    }

    static BigDecimal decimal(Object number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof Long integer) {
            return BigDecimal.valueOf(integer);
        }
        if (number instanceof Boolean truth) {
            return truth ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        return number instanceof Double real
                ? new BigDecimal(Double.toString(real))
                : new BigDecimal(number.toString());
    }
}
