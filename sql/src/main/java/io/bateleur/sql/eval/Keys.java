package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Values to look rows up with, in the form of the columns that they are compared with. */
final class Keys {
    /** No row can be equal. */
    static final Object[] NONE = {};
    /** A look-up does not compare as the statement does. */
    static final Object[] ALL = {};

    private final SqlDialect dialect;
    private final TableShape table;
    private final int[] columns;

    Keys(SqlDialect dialect, TableShape table, int[] columns) {
        this.dialect = dialect;
        this.table = table;
        this.columns = columns;
    }

    Object[] of(Code[] codes, Frame frame) {
        Object[] key = new Object[codes.length];
        Object[] result = key;
        for (int i = 0; i < key.length; i++) {
            Object value = codes[i].value(frame);
            if (value == null) {
                return NONE;
            }
            Object normal = normal(columns[i], value);
            if (normal == NONE) {
                return NONE;
            }
            if (normal == null || Unknown.is(normal)) {
                result = ALL;
            } else {
                key[i] = normal;
            }
        }
        return result;
    }

    /** Of a row that is written: null where a column is NULL, {@link #ALL} where one is not known. */
    Object @Nullable [] ofRow(Object[] values) {
        Object[] key = new Object[columns.length];
        Object[] result = key;
        for (int i = 0; i < key.length; i++) {
            Object value = values[columns[i]];
            if (value == null) {
                return null;
            }
            Object normal = Unknown.is(value) ? value : normal(columns[i], value);
            if (normal == null || Unknown.is(normal) || normal == NONE) {
                result = ALL;
            } else {
                key[i] = normal;
            }
        }
        return result;
    }

    /** {@link #NONE}, or null where a look-up does not help. */
    private @Nullable Object normal(int column, Object value) {
        if (Unknown.is(value)) {
            return null;
        }
        SqlType type = table.columns().get(column).type();
        Object fit =
                switch (type.kind()) {
                    case SMALLINT, INTEGER, BIGINT -> integer(value);
                    case DECIMAL ->
                        dialect != SqlDialect.SQLITE && (value instanceof Long || value instanceof BigDecimal)
                                ? Numerals.decimal(value)
                                : null;
                    case CHAR, TEXT -> value instanceof String ? value : null;
                    case BOOLEAN -> value instanceof Boolean ? value : null;
                    case DATE -> value instanceof java.time.LocalDate ? value : null;
                    case TIMESTAMP -> value instanceof java.time.LocalDateTime ? value : null;
                    default -> null;
                };
        return fit == null || fit == NONE ? fit : table.normal(column, fit);
    }

    private @Nullable Object integer(Object value) {
        if (value instanceof Long) {
            return value;
        }
        if (value instanceof BigDecimal decimal) {
            boolean whole = decimal.stripTrailingZeros().scale() <= 0
                    && decimal.toBigInteger().bitLength() < 64;
            return whole ? (Object) decimal.longValue() : NONE;
        }
        if (value instanceof String text && dialect == SqlDialect.POSTGRES) {
            return Numerals.whole(text) instanceof Long number ? number : null;
        }
        return null;
    }
}
