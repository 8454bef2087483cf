package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Sums and averages of several rows: their types and digits. */
final class Averages {
    private Averages() {}

    static SqlType sumType(SqlType argument, SqlDialect dialect) {
        Kind kind = argument.kind();
        if (dialect == SqlDialect.SQLITE || kind == Kind.ANY) {
            return SqlType.ANY;
        }
        if (kind.isFloating()) {
            return SqlType.DOUBLE;
        }
        if (dialect == SqlDialect.MYSQL) {
            return argument.isText() ? SqlType.DOUBLE : SqlType.decimal(-1, argument.fraction());
        }
        if (kind == Kind.SMALLINT || kind == Kind.INTEGER || kind == Kind.BOOLEAN) {
            return SqlType.BIGINT;
        }
        int digits = Quotients.precision(argument);
        return SqlType.decimal(digits < 0 ? -1 : digits + 10, argument.fraction());
    }

    static SqlType type(SqlType argument, SqlDialect dialect) {
        Kind kind = argument.kind();
        if (kind == Kind.ANY) {
            return SqlType.ANY;
        }
        if (kind.isFloating() || dialect == SqlDialect.SQLITE || argument.isText()) {
            return SqlType.DOUBLE;
        }
        if (dialect == SqlDialect.H2 && (kind == Kind.SMALLINT || kind == Kind.INTEGER)) {
            return SqlType.DOUBLE;
        }
        int scale = argument.fraction();
        if (dialect == SqlDialect.H2 && scale >= 0) {
            int digits = Quotients.precision(argument);
            return SqlType.decimal(digits < 0 ? -1 : digits + 10, scale + 10);
        }
        return SqlType.decimal(-1, dialect == SqlDialect.MYSQL && scale >= 0 ? scale + 4 : -1);
    }

    /** What is added for a value. */
    static Object number(Object value, SqlDialect dialect) {
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof String text) {
            Number number = Numerals.leading(text);
            return dialect == SqlDialect.MYSQL ? (Object) number.doubleValue() : number;
        }
        return value instanceof Number ? value : Unknown.UNKNOWN;
    }

    static Object add(Object sum, Object value, SqlDialect dialect) {
        if (Unknown.is(sum) || Unknown.is(value)) {
            return Unknown.UNKNOWN;
        }
        if (sum instanceof Double || value instanceof Double) {
            return ((Number) sum).doubleValue() + ((Number) value).doubleValue();
        }
        if (sum instanceof Long a && value instanceof Long b) {
            long result = a + b;
            if (((a ^ result) & (b ^ result)) >= 0) {
                return result;
            }
            if (dialect == SqlDialect.SQLITE) {
                throw new SqlError("22003", "integer overflow");
            }
        }
        return Numerals.decimal(sum).add(Numerals.decimal(value));
    }

    static Object sum(Object sum, SqlType type, SqlDialect dialect) {
        if (type.kind() == Kind.BIGINT && sum instanceof BigDecimal) {
            throw new SqlError("22003", "a sum is out of range");
        }
        return type.kind() == Kind.DECIMAL && sum instanceof Long && dialect != SqlDialect.SQLITE
                ? Numerals.decimal(sum)
                : sum;
    }

    static Object average(Object sum, long count, SqlType argument, SqlDialect dialect) {
        if (Unknown.is(sum)) {
            return sum;
        }
        boolean floating = sum instanceof Double || dialect == SqlDialect.SQLITE;
        if (floating || dialect == SqlDialect.H2 && type(argument, dialect).kind() == Kind.DOUBLE) {
            return ((Number) sum).doubleValue() / count;
        }
        BigDecimal total = Numerals.decimal(sum);
        BigDecimal number = BigDecimal.valueOf(count);
        return switch (dialect) {
            case POSTGRES -> total.divide(number, Quotients.postgres(total, number), RoundingMode.HALF_UP);
            case MYSQL ->
                total.divide(number, Quotients.mysql(total, number), RoundingMode.DOWN)
                        .setScale(total.scale() + 4, RoundingMode.HALF_UP);
            case H2 -> total.divide(number, total.scale() + 10, RoundingMode.HALF_DOWN);
            default -> Unknown.UNKNOWN;
        };
    }
}
