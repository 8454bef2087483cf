package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;

/** SQLite keeps any value in any column; the type of the column says which form is preferred. */
final class SqliteValues {
    private SqliteValues() {}

    static Object stored(Object value, Kind kind) {
        if (value instanceof Boolean truth) {
            return stored(truth ? 1L : 0L, kind);
        }
        return switch (kind) {
            case SMALLINT, INTEGER, BIGINT, DECIMAL, BOOLEAN, DATE, TIME, TIMESTAMP -> preferNumber(value);
            case REAL, DOUBLE -> {
                Object number = preferNumber(value);
                yield number instanceof Number some ? (Object) some.doubleValue() : number;
            }
            case CHAR, TEXT ->
                value instanceof Number ? Texting.text(value, io.bateleur.sql.tree.SqlDialect.SQLITE) : value;
            default -> value;
        };
    }

    private static Object preferNumber(Object value) {
        if (value instanceof String text) {
            Number number = Numerals.whole(text);
            return number == null ? value : numeric(number);
        }
        return value instanceof Number number ? numeric(number) : value;
    }

    /** An integer where that loses nothing. */
    static Object numeric(Number number) {
        if (number instanceof Long) {
            return number;
        }
        double real = number.doubleValue();
        return real == Math.rint(real) && Math.abs(real) < 1L << 62 ? (Object) (long) real : (Object) real;
    }
}
