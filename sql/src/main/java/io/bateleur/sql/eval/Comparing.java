package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Compares two values, neither of them NULL, as a dialect does. */
final class Comparing {
    /** That it is not known which of two is greater. */
    static final int UNKNOWN = 2;
    /** Only of what has no order, or whose order is not known: they are not equal. */
    static final int DIFFERENT = 3;

    private final SqlDialect dialect;
    private final Collation collation;

    Comparing(SqlDialect dialect, Collation collation) {
        this.dialect = dialect;
        this.collation = collation;
    }

    /** -1, 0, 1, {@link #UNKNOWN} or {@link #DIFFERENT}. */
    int compare(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return Long.compare(a, b);
        }
        if (left == Unknown.UNKNOWN || right == Unknown.UNKNOWN) {
            return UNKNOWN;
        }
        if (left instanceof String a && right instanceof String b) {
            return texts(a, b);
        }
        Object a = left instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : left;
        Object b = right instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : right;
        if (a instanceof Number x && b instanceof Number y) {
            return numbers(x, y);
        }
        if (a instanceof byte[] x && b instanceof byte[] y) {
            return Integer.signum(Arrays.compareUnsigned(x, y));
        }
        return mixed(a, b);
    }

    private int texts(String a, String b) {
        if (a.equals(b)) {
            return 0;
        }
        if (!collation.knows(a, b)) {
            return UNKNOWN;
        }
        int sign = Integer.signum(compareCodePoints(collation.normal(a), collation.normal(b)));
        return sign == 0 || collation.orders(a, b) ? sign : DIFFERENT;
    }

    private static int compareCodePoints(String a, String b) {
        int shared = Math.min(a.length(), b.length());
        for (int i = 0; i < shared; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean surrogates = Character.isSurrogate(x) || Character.isSurrogate(y);
                return surrogates && Character.isSurrogate(x) != Character.isSurrogate(y)
                        ? Character.isSurrogate(x) ? 1 : -1
                        : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static int numbers(Number x, Number y) {
        if (x instanceof Double || y instanceof Double) {
            if (x instanceof Double && y instanceof Double || Math.abs(x.doubleValue()) < 1L << 52) {
                return Double.compare(x.doubleValue() + 0.0, y.doubleValue() + 0.0);
            }
            return floating(x, y);
        }
        return Numerals.decimal(x).compareTo(Numerals.decimal(y));
    }

    private static int floating(Number x, Number y) {
        double a = x.doubleValue();
        double b = y.doubleValue();
        if (Double.isNaN(a) || Double.isInfinite(a) || Double.isNaN(b) || Double.isInfinite(b)) {
            return Double.compare(a, b);
        }
        return exact(x).compareTo(exact(y));
    }

    private static BigDecimal exact(Number number) {
        return number instanceof Double real ? new BigDecimal(real) : Numerals.decimal(number);
    }

    /** Values of different types. */
    private int mixed(Object a, Object b) {
        if (a instanceof Number || b instanceof Number) {
            return withNumber(a, b);
        }
        if (a instanceof String || b instanceof String) {
            Object other = a instanceof String ? b : a;
            String text = (String) (a instanceof String ? a : b);
            if (dialect == SqlDialect.SQLITE) {
                return UNKNOWN;
            }
            Object converted = Temporals.like(other, text);
            if (converted == null) {
                return UNKNOWN;
            }
            return a instanceof String ? temporal(converted, b) : temporal(a, converted);
        }
        return temporal(a, b);
    }

    private int withNumber(Object a, Object b) {
        Object other = a instanceof Number ? b : a;
        if (!(other instanceof String text)) {
            return UNKNOWN;
        }
        if (Habit.VALUES_HAVE_TYPES_OF_THEIR_OWN.of(dialect)) {
            return a instanceof Number ? -1 : 1;
        }
        Number number;
        if (Habit.TEXT_BECOMES_A_NUMBER.of(dialect)) {
            number = Numerals.leading(text).doubleValue();
        } else {
            number = Numerals.whole(text);
            if (number == null) {
                throw new SqlError(dialect == SqlDialect.H2 ? "22018" : "22P02", "no number: " + text);
            }
        }
        return a instanceof Number x ? numbers(x, number) : numbers(number, (Number) b);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int temporal(Object a, Object b) {
        if (a instanceof Comparable left && a.getClass() == b.getClass()) {
            return Integer.signum(left.compareTo(b));
        }
        if (a instanceof LocalDate date && b instanceof LocalDateTime) {
            return temporal(date.atStartOfDay(), b);
        }
        if (a instanceof LocalDateTime && b instanceof LocalDate date) {
            return temporal(a, date.atStartOfDay());
        }
        if (a instanceof OffsetDateTime left && b instanceof OffsetDateTime right) {
            return left.toInstant().compareTo(right.toInstant());
        }
        return UNKNOWN;
    }

    /** Whether two values are equal: true, false, NULL or unknown. */
    @Nullable
    Object equal(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        int sign = compare(left, right);
        return sign == UNKNOWN ? Unknown.UNKNOWN : (Object) (sign == 0);
    }
}
