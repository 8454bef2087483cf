package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Sums, differences, products, quotients and remainders. */
final class Arithmetic {
    private final SqlDialect dialect;
    private final char operator;
    private final SqlType type;

    private Arithmetic(SqlDialect dialect, char operator, SqlType type) {
        this.dialect = dialect;
        this.operator = operator;
        this.type = type;
    }

    static Code code(SqlDialect dialect, char operator, Code left, Code right) {
        SqlType type = type(dialect, operator, left.type, right.type);
        Arithmetic arithmetic = new Arithmetic(dialect, operator, type);
        return Code.of(type, frame -> {
            Object a = left.value(frame);
            Object b = right.value(frame);
            if (a == null || b == null) {
                return null;
            }
            try {
                return arithmetic.apply(a, b, frame.strict);
            } catch (SqlError error) {
                return frame.failed(error);
            }
        });
    }

    // ---- types

    static SqlType type(SqlDialect dialect, char operator, SqlType left, SqlType right) {
        if (left.kind().isTemporal() || right.kind().isTemporal()) {
            return temporal(operator, left, right);
        }
        if (left.kind() == Kind.ANY || right.kind() == Kind.ANY) {
            return SqlType.ANY;
        }
        if (left.kind().isFloating() || right.kind().isFloating() || isText(left) || isText(right)) {
            return isText(left) || isText(right) ? SqlType.ANY : SqlType.DOUBLE;
        }
        boolean integers = isWhole(left) && isWhole(right);
        if (integers && (operator != '/' || Habit.INTEGER_QUOTIENT.of(dialect))) {
            return dialect == SqlDialect.MYSQL || dialect == SqlDialect.SQLITE ? SqlType.BIGINT : wider(left, right);
        }
        if (dialect == SqlDialect.H2) {
            return Quotients.h2(operator, left, right);
        }
        return SqlType.decimal(-1, scale(dialect, operator, left, right));
    }

    private static boolean isText(SqlType type) {
        return type.isText();
    }

    private static boolean isWhole(SqlType type) {
        return type.isInteger() || type.kind() == Kind.BOOLEAN;
    }

    private static SqlType wider(SqlType left, SqlType right) {
        Kind kind = left.kind().compareTo(right.kind()) > 0 ? left.kind() : right.kind();
        return SqlType.of(kind);
    }

    private static int scale(SqlDialect dialect, char operator, SqlType left, SqlType right) {
        int a = left.fraction();
        int b = right.fraction();
        if (a < 0 || b < 0) {
            return -1;
        }
        return switch (operator) {
            case '*' -> a + b;
            case '/' -> dialect == SqlDialect.MYSQL ? a + 4 : -1;
            default -> Math.max(a, b);
        };
    }

    private static SqlType temporal(char operator, SqlType left, SqlType right) {
        if (left.kind() == Kind.DATE && right.kind() == Kind.DATE && operator == '-') {
            return SqlType.INTEGER;
        }
        return left.kind().isTemporal() ? left : right;
    }

    // ---- values

    @Nullable
    Object apply(Object a, Object b, boolean strict) {
        if (a instanceof Long x && b instanceof Long y) {
            return integers(x, y, strict);
        }
        if (Unknown.is(a) || Unknown.is(b)) {
            return Unknown.UNKNOWN;
        }
        if (isTemporal(a) || isTemporal(b)) {
            return temporals(a, b);
        }
        Object left = number(a);
        Object right = number(b);
        if (left instanceof Long x && right instanceof Long y) {
            return integers(x, y, strict);
        }
        if (Unknown.is(left) || Unknown.is(right)) {
            return Unknown.UNKNOWN;
        }
        if (left instanceof Double || right instanceof Double || dialect == SqlDialect.SQLITE) {
            return floating(((Number) left).doubleValue(), ((Number) right).doubleValue(), strict);
        }
        return decimals(Numerals.decimal(left), Numerals.decimal(right), strict);
    }

    private Object number(Object value) {
        if (value instanceof Number) {
            return value;
        }
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (!(value instanceof String text)) {
            return Unknown.UNKNOWN;
        }
        if (dialect == SqlDialect.MYSQL) {
            return Numerals.leading(text).doubleValue();
        }
        Number whole = dialect == SqlDialect.SQLITE ? Numerals.leading(text) : Numerals.whole(text);
        if (whole == null) {
            throw new SqlError(dialect == SqlDialect.H2 ? "22018" : "22P02", "no number: " + text);
        }
        return whole;
    }

    private @Nullable Object integers(long a, long b, boolean strict) {
        try {
            switch (operator) {
                case '+':
                    return ranged(Math.addExact(a, b));
                case '-':
                    return ranged(Math.subtractExact(a, b));
                case '*':
                    return ranged(Math.multiplyExact(a, b));
                case '/':
                    if (b == 0) {
                        return zeroDivisor(strict);
                    }
                    if (!Habit.INTEGER_QUOTIENT.of(dialect)) {
                        return decimals(BigDecimal.valueOf(a), BigDecimal.valueOf(b), strict);
                    }
                    return a == Long.MIN_VALUE && b == -1 ? overflow() : ranged(a / b);
                default:
                    return b == 0 ? zeroDivisor(strict) : (Object) (a % b);
            }
        } catch (ArithmeticException e) {
            return dialect == SqlDialect.SQLITE ? floating(a, b, strict) : overflow();
        }
    }

    private Object ranged(long value) {
        if (type.kind() == Kind.INTEGER && value != (int) value
                || type.kind() == Kind.SMALLINT && value != (short) value) {
            return overflow();
        }
        return value;
    }

    private static Object overflow() {
        throw new SqlError("22003", "a number is out of range");
    }

    private @Nullable Object zeroDivisor(boolean strict) {
        if (Habit.ZERO_DIVISOR_GIVES_NULL.of(dialect) && !(strict && dialect == SqlDialect.MYSQL)) {
            return null;
        }
        throw new SqlError("22012", "division by zero");
    }

    private @Nullable Object floating(double a, double b, boolean strict) {
        if ((operator == '/' || operator == '%') && b == 0) {
            return zeroDivisor(strict);
        }
        if (operator == '%' && dialect == SqlDialect.SQLITE) {
            return (double) ((long) a % (long) b);
        }
        double result =
                switch (operator) {
                    case '+' -> a + b;
                    case '-' -> a - b;
                    case '*' -> a * b;
                    case '/' -> a / b;
                    default -> a % b;
                };
        boolean finite = !Double.isInfinite(result) && !Double.isNaN(result);
        if (!finite
                && !Double.isInfinite(a)
                && !Double.isInfinite(b)
                && dialect != SqlDialect.SQLITE
                && dialect != SqlDialect.H2) {
            return overflow();
        }
        return Double.isNaN(result) && dialect == SqlDialect.SQLITE ? null : (Object) result;
    }

    private @Nullable Object decimals(BigDecimal a, BigDecimal b, boolean strict) {
        switch (operator) {
            case '+':
                return a.add(b);
            case '-':
                return a.subtract(b);
            case '*':
                return a.multiply(b);
            default:
                if (b.signum() == 0) {
                    return zeroDivisor(strict);
                }
                return operator == '/' ? quotient(a, b) : remainder(a, b);
        }
    }

    private Object remainder(BigDecimal a, BigDecimal b) {
        if (dialect == SqlDialect.H2) {
            // The result has the type of the divisor.
            return type.scale() < 0 ? Unknown.UNKNOWN : a.remainder(b).setScale(type.scale(), RoundingMode.HALF_UP);
        }
        return a.remainder(b).setScale(Math.max(a.scale(), b.scale()), RoundingMode.DOWN);
    }

    private Object quotient(BigDecimal a, BigDecimal b) {
        return switch (dialect) {
            case POSTGRES -> a.divide(b, Quotients.postgres(a, b), RoundingMode.HALF_UP);
            case MYSQL -> a.divide(b, Quotients.mysql(a, b), RoundingMode.DOWN);
            case H2 ->
                type.scale() < 0
                        ? Unknown.UNKNOWN
                        : a.divide(b, Math.min(type.scale(), 10_000), RoundingMode.HALF_DOWN);
            default -> a.divide(b, java.math.MathContext.DECIMAL64);
        };
    }

    // ---- dates

    private static boolean isTemporal(Object value) {
        return value instanceof java.time.temporal.Temporal || value instanceof TimeSpan;
    }

    private Object temporals(Object a, Object b) {
        if (a instanceof LocalDate x && b instanceof LocalDate y && operator == '-' && dialect != SqlDialect.MYSQL) {
            return dialect == SqlDialect.POSTGRES ? (Object) ChronoUnit.DAYS.between(y, x) : Unknown.UNKNOWN;
        }
        if (a instanceof LocalDate x
                && b instanceof Long days
                && dialect != SqlDialect.MYSQL
                && (operator == '+' || operator == '-')) {
            return x.plusDays(operator == '+' ? days : -days);
        }
        if (a instanceof Long days && b instanceof LocalDate x && operator == '+' && dialect != SqlDialect.MYSQL) {
            return x.plusDays(days);
        }
        if (b instanceof TimeSpan span && (operator == '+' || operator == '-')) {
            return span.addTo(a, operator == '+' ? 1 : -1, dialect);
        }
        if (a instanceof TimeSpan span && operator == '+') {
            return span.addTo(b, 1, dialect);
        }
        return a instanceof LocalDateTime && b instanceof LocalDateTime ? Unknown.UNKNOWN : Unknown.UNKNOWN;
    }
}
