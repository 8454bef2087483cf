package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** Makes a value one of a type: where a column is assigned, or where a cast says so. */
final class Casting {
    private final SqlDialect dialect;
    private final SqlType type;
    private final boolean explicit;

    Casting(SqlDialect dialect, SqlType type, boolean explicit) {
        this.dialect = dialect;
        this.type = type;
        this.explicit = explicit;
    }

    static Code code(SqlDialect dialect, SqlType type, Code value) {
        Casting casting = new Casting(dialect, type, true);
        boolean strips = value.type.kind() == Kind.CHAR && dialect == SqlDialect.POSTGRES && type.kind() != Kind.CHAR;
        return Code.of(type, frame -> {
            try {
                Object operand = value.value(frame);
                return casting.cast(strips && operand instanceof String text ? text.stripTrailing() : operand);
            } catch (SqlError error) {
                boolean becomesNull = dialect == SqlDialect.MYSQL && type.kind().isTemporal() && !frame.strict;
                return becomesNull ? null : frame.failed(error);
            }
        });
    }

    @Nullable
    Object cast(@Nullable Object value) {
        if (value == null || Unknown.is(value)) {
            return value;
        }
        if (value instanceof TimeSpan) {
            return Unknown.UNKNOWN;
        }
        if (dialect == SqlDialect.SQLITE && !explicit) {
            return SqliteValues.stored(value, type.kind());
        }
        try {
            return switch (type.kind()) {
                case SMALLINT, INTEGER, BIGINT -> integer(value);
                case DECIMAL -> decimal(value);
                case REAL, DOUBLE -> floating(value);
                case CHAR, TEXT -> text(value);
                case BOOLEAN -> bool(value);
                case DATE -> date(value);
                case TIME ->
                    value instanceof LocalTime
                            ? value
                            : value instanceof String text ? Temporals.time(text) : timeOf(value);
                case TIMESTAMP -> timestamp(value);
                case TIMESTAMP_ZONED, OTHER -> Unknown.UNKNOWN;
                case BYTES -> value instanceof byte[] ? value : Unknown.UNKNOWN;
                case ANY -> value;
            };
        } catch (DateTimeException e) {
            throw new SqlError(badDate(), "no " + type.kind() + ": " + value);
        }
    }

    private String badDate() {
        return dialect == SqlDialect.POSTGRES ? "22007" : dialect == SqlDialect.H2 ? "22007" : "22007";
    }

    // ---- numbers

    private @Nullable Object integer(Object value) {
        if (value instanceof Long number) {
            return ranged(number);
        }
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof String text) {
            return parsed(text, true);
        }
        if (!(value instanceof Number number)) {
            return Unknown.UNKNOWN;
        }
        if (dialect == SqlDialect.SQLITE) {
            return (long) number.doubleValue();
        }
        if (number instanceof Double real && (real.isNaN() || real.isInfinite())) {
            return outOfRange();
        }
        boolean halfEven = number instanceof Double && dialect != SqlDialect.H2;
        BigDecimal exact = number instanceof Double real ? new BigDecimal(real) : Numerals.decimal(number);
        BigDecimal whole = exact.setScale(0, halfEven ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP);
        return whole.unscaledValue().bitLength() < 64 ? ranged(whole.longValue()) : outOfRange();
    }

    private Object ranged(long number) {
        boolean fits = type.kind() == Kind.BIGINT
                || type.kind() == Kind.INTEGER && number == (int) number
                || type.kind() == Kind.SMALLINT && number == (short) number
                || dialect == SqlDialect.SQLITE
                || dialect == SqlDialect.MYSQL && explicit;
        return fits ? number : outOfRange();
    }

    private static Object outOfRange() {
        throw new SqlError("22003", "a number is out of range");
    }

    private @Nullable Object parsed(String text, boolean whole) {
        Number number = Numerals.whole(text);
        if (number == null && dialect == SqlDialect.SQLITE || dialect == SqlDialect.MYSQL && explicit) {
            number = Numerals.leading(text);
        }
        if (number == null) {
            throw new SqlError(notANumber(), "no number: " + text);
        }
        if (!whole) {
            return number;
        }
        if (dialect == SqlDialect.POSTGRES && !(number instanceof Long)) {
            throw new SqlError(text.matches("\\s*[+-]?\\d+\\s*") ? "22003" : "22P02", "no integer: " + text);
        }
        return number instanceof Long integer ? ranged(integer) : integer(number);
    }

    private String notANumber() {
        return switch (dialect) {
            case POSTGRES -> "22P02";
            case H2 -> "22018";
            default -> explicit ? "22007" : "HY000";
        };
    }

    private @Nullable Object decimal(Object value) {
        Object number = value instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : value;
        if (value instanceof String text) {
            if (Numerals.whole(text) == null && dialect != SqlDialect.SQLITE) {
                return parsed(text, false);
            }
            number = text.indexOf('e') < 0 && text.indexOf('E') < 0 && dialect != SqlDialect.SQLITE
                    ? new BigDecimal(text.trim())
                    : Numerals.leading(text);
        }
        if (!(number instanceof Number)) {
            return Unknown.UNKNOWN;
        }
        if (dialect == SqlDialect.SQLITE) {
            return SqliteValues.numeric((Number) number);
        }
        if (number instanceof Double real && (real.isNaN() || real.isInfinite())) {
            return Unknown.UNKNOWN;
        }
        BigDecimal exact = Numerals.decimal(number);
        if (type.scale() < 0) {
            return exact;
        }
        BigDecimal rounded = exact.setScale(type.scale(), RoundingMode.HALF_UP);
        boolean fits = type.precision() < 0
                || rounded.precision() - rounded.scale() <= type.precision() - type.scale()
                || rounded.signum() == 0;
        return fits ? rounded : dialect == SqlDialect.MYSQL && explicit ? Unknown.UNKNOWN : outOfRange();
    }

    private @Nullable Object floating(Object value) {
        Object number = value instanceof String text
                ? parsed(text, false)
                : value instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : value;
        if (!(number instanceof Number some)) {
            return Unknown.UNKNOWN;
        }
        return type.kind() == Kind.REAL ? (Object) (double) some.floatValue() : (Object) some.doubleValue();
    }

    // ---- texts

    private @Nullable Object text(Object value) {
        Object written = Texting.text(value, dialect);
        if (!(written instanceof String text)) {
            return written;
        }
        int length = text.codePointCount(0, text.length());
        if (type.precision() >= 0 && length > type.precision()) {
            String cut = text.substring(0, text.offsetByCodePoints(0, type.precision()));
            boolean blanks =
                    text.substring(cut.length()).isBlank() && (dialect != SqlDialect.H2 || type.kind() == Kind.CHAR);
            if (!explicit && !blanks) {
                throw new SqlError("22001", "a text is too long");
            }
            text = cut;
        }
        if (type.kind() == Kind.CHAR && type.precision() >= 0) {
            return dialect == SqlDialect.MYSQL ? text.stripTrailing() : padded(text);
        }
        return text;
    }

    private String padded(String text) {
        int missing = type.precision() - text.codePointCount(0, text.length());
        return missing > 0 ? text + " ".repeat(missing) : text;
    }

    private Object bool(Object value) {
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        Object truth = value instanceof String text ? Temporals.bool(text) : null;
        if (truth == null) {
            throw new SqlError(dialect == SqlDialect.H2 ? "22018" : "22P02", "no boolean: " + value);
        }
        return truth;
    }

    // ---- dates

    private static Object date(Object value) {
        if (value instanceof LocalDate) {
            return value;
        }
        if (value instanceof LocalDateTime time) {
            return time.toLocalDate();
        }
        return value instanceof String text ? Temporals.date(text) : Unknown.UNKNOWN;
    }

    private static Object timeOf(Object value) {
        return value instanceof LocalDateTime time ? time.toLocalTime() : Unknown.UNKNOWN;
    }

    private Object timestamp(Object value) {
        LocalDateTime time;
        if (value instanceof LocalDateTime moment) {
            time = moment;
        } else if (value instanceof LocalDate date) {
            time = date.atStartOfDay();
        } else if (value instanceof String text) {
            time = Temporals.dateTime(text);
        } else {
            return Unknown.UNKNOWN;
        }
        int digits = type.scale() >= 0 ? type.scale() : dialect == SqlDialect.MYSQL ? 0 : 6;
        long unit = 1;
        for (int i = digits; i < 9; i++) {
            unit *= 10;
        }
        long rest = time.getNano() % unit;
        LocalDateTime cut = time.minusNanos(rest);
        return 2 * rest >= unit && dialect != SqlDialect.MYSQL ? cut.plusNanos(unit) : cut;
    }
}
