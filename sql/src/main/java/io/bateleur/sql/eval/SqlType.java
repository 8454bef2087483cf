package io.bateleur.sql.eval;

/**
 * The type of a value.
 *
 * @param precision digits of a decimal, characters of a text, -1: any
 * @param scale digits after the point of a decimal or of seconds, -1: any
 * @param collation of texts
 */
public record SqlType(Kind kind, int precision, int scale, Collation collation) {

    /** Values: Long, BigDecimal, Double, String, Boolean, java.time, byte[]. */
    public enum Kind {
        SMALLINT,
        INTEGER,
        BIGINT,
        DECIMAL,
        REAL,
        DOUBLE,
        /** Shorter values are filled up with blanks, which do not count. */
        CHAR,
        TEXT,
        BOOLEAN,
        DATE,
        TIME,
        TIMESTAMP,
        TIMESTAMP_ZONED,
        BYTES,
        /** Of a parameter or a NULL: what its value says. */
        ANY,
        /** One that is not evaluated. */
        OTHER;

        boolean isInteger() {
            return compareTo(BIGINT) <= 0;
        }

        boolean isNumber() {
            return compareTo(DOUBLE) <= 0;
        }

        boolean isFloating() {
            return this == REAL || this == DOUBLE;
        }

        boolean isText() {
            return this == CHAR || this == TEXT;
        }

        boolean isTemporal() {
            return compareTo(DATE) >= 0 && compareTo(TIMESTAMP_ZONED) <= 0;
        }
    }

    public static final SqlType ANY = of(Kind.ANY);
    public static final SqlType INTEGER = of(Kind.INTEGER);
    public static final SqlType BIGINT = of(Kind.BIGINT);
    public static final SqlType DECIMAL = of(Kind.DECIMAL);
    public static final SqlType DOUBLE = of(Kind.DOUBLE);
    public static final SqlType TEXT = of(Kind.TEXT);
    public static final SqlType BOOLEAN = of(Kind.BOOLEAN);

    public static SqlType of(Kind kind) {
        return new SqlType(kind, -1, -1, Collation.BINARY);
    }

    public static SqlType decimal(int precision, int scale) {
        return new SqlType(Kind.DECIMAL, precision, scale, Collation.BINARY);
    }

    public static SqlType text(Kind kind, int length, Collation collation) {
        return new SqlType(kind, length, -1, collation);
    }

    boolean isInteger() {
        return kind.isInteger();
    }

    boolean isNumber() {
        return kind.isNumber();
    }

    boolean isText() {
        return kind.isText();
    }

    /** Digits after the point of a number, as far as its type says. */
    int fraction() {
        return kind.isInteger() || kind == Kind.BOOLEAN ? 0 : scale;
    }
}
