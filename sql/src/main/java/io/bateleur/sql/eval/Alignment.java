package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Makes values of several expressions, one of which is the result, values of the type that they have in common. */
final class Alignment {
    private final SqlType type;
    private final SqlDialect dialect;

    Alignment(SqlType type, SqlDialect dialect) {
        this.type = type;
        this.dialect = dialect;
    }

    @Nullable
    Object align(@Nullable Object value) {
        if (value == null || Unknown.is(value) || dialect == SqlDialect.SQLITE || type.kind() == Kind.ANY) {
            return value;
        }
        return switch (type.kind()) {
            case DECIMAL -> value instanceof Long || value instanceof BigDecimal ? decimal(value) : value;
            case DOUBLE ->
                value instanceof Long || value instanceof BigDecimal ? (Object) ((Number) value).doubleValue() : value;
            case TEXT, CHAR -> value instanceof String ? value : Texting.text(value, dialect);
            case SMALLINT, INTEGER, BIGINT, BOOLEAN, DATE, TIME, TIMESTAMP ->
                value instanceof String ? new Casting(dialect, type, true).cast(value) : value;
            default -> value;
        };
    }

    /** PostgreSQL keeps the digits that each value has. */
    private Object decimal(Object value) {
        BigDecimal decimal = Numerals.decimal(value);
        boolean keeps = dialect == SqlDialect.POSTGRES || dialect == SqlDialect.H2 || type.scale() < 0;
        return keeps ? decimal : decimal.setScale(Math.max(type.scale(), decimal.scale()), RoundingMode.HALF_UP);
    }
}
