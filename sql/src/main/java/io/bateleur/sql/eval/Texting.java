package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;

/** Values as texts, as a dialect writes them; unknown where drivers and databases differ. */
final class Texting {
    private Texting() {}

    static Object text(Object value, SqlDialect dialect) {
        if (value instanceof String || Unknown.is(value)) {
            return value;
        }
        if (value instanceof Long) {
            return value.toString();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof Boolean truth) {
            boolean number = Habit.TRUTH_IS_A_NUMBER.of(dialect);
            return number
                    ? truth ? "1" : "0"
                    : dialect == SqlDialect.H2 ? truth ? "TRUE" : "FALSE" : truth ? "true" : "false";
        }
        if (value instanceof Double real) {
            return floating(real, dialect);
        }
        return value instanceof byte[] || value instanceof TimeSpan ? Unknown.UNKNOWN : Temporals.text(value);
    }

    /** A value as one of another type of texts: PostgreSQL drops the blanks that fill up a CHAR. */
    static Code as(SqlType type, Code code, SqlDialect dialect) {
        boolean strips = dialect == SqlDialect.POSTGRES
                && code.type.kind() == SqlType.Kind.CHAR
                && type.kind() == SqlType.Kind.TEXT;
        return strips
                ? Code.of(type, frame -> {
                    Object value = code.value(frame);
                    return value instanceof String text ? text.stripTrailing() : value;
                })
                : code;
    }

    private static Object floating(double real, SqlDialect dialect) {
        boolean whole = real == Math.rint(real) && Math.abs(real) < 1e15;
        if (whole) {
            return dialect == SqlDialect.SQLITE || dialect == SqlDialect.H2
                    ? String.valueOf((long) real) + ".0"
                    : String.valueOf((long) real);
        }
        double size = Math.abs(real);
        return size >= 1e-3 && size < 1e7 ? (Object) Double.toString(real) : Unknown.UNKNOWN;
    }
}
