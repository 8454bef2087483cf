package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions of numbers. */
final class NumberFunctions {
    private NumberFunctions() {}

    static @Nullable Code code(String name, List<Code> arguments, SqlDialect dialect) {
        int size = arguments.size();
        return switch (name) {
            case "abs" ->
                size == 1 ? Functions.strict(arguments.get(0).type, arguments, values -> absolute(values[0])) : null;
            case "mod" -> size == 2 ? Arithmetic.code(dialect, '%', arguments.get(0), arguments.get(1)) : null;
            case "sign" ->
                size == 1
                        ? Functions.strict(
                                SqlType.INTEGER,
                                arguments,
                                values -> values[0] instanceof Number number
                                        ? (Object) (long) Math.signum(number.doubleValue())
                                        : Unknown.UNKNOWN)
                        : null;
            case "floor" -> size == 1 ? rounded(arguments, RoundingMode.FLOOR) : null;
            case "ceil", "ceiling" -> size == 1 ? rounded(arguments, RoundingMode.CEILING) : null;
            case "round" -> size <= 2 ? round(arguments, dialect) : null;
            case "power", "pow" -> size == 2 && dialect != SqlDialect.SQLITE ? power(arguments, dialect) : null;
            case "sqrt" -> size == 1 && dialect != SqlDialect.SQLITE ? root(arguments, dialect) : null;
            case "trunc", "truncate" ->
                size <= 2 && !isTemporal(arguments) ? truncated(name, arguments, dialect) : null;
            case "div" -> size == 2 && dialect == SqlDialect.POSTGRES ? quotient(arguments) : null;
            default -> null;
        };
    }

    private static boolean isTemporal(List<Code> arguments) {
        return arguments.get(0).type.kind().isTemporal();
    }

    /** Whole results only: others differ in their last digit from one library to the next. */
    private static Code power(List<Code> arguments, SqlDialect dialect) {
        boolean decimal =
                dialect == SqlDialect.POSTGRES && arguments.stream().anyMatch(code -> code.type.kind() == Kind.DECIMAL);
        return Functions.strict(decimal ? SqlType.DECIMAL : SqlType.DOUBLE, arguments, values -> {
            boolean numbers = values[0] instanceof Number && values[1] instanceof Number && !decimal;
            double result = numbers
                    ? Math.pow(((Number) values[0]).doubleValue(), ((Number) values[1]).doubleValue())
                    : Double.NaN;
            boolean whole = result == Math.rint(result) && Math.abs(result) < 1L << 53;
            return whole ? (Object) result : Unknown.UNKNOWN;
        });
    }

    private static Code root(List<Code> arguments, SqlDialect dialect) {
        boolean decimal =
                dialect == SqlDialect.POSTGRES && arguments.get(0).type.kind() == Kind.DECIMAL;
        return Functions.strict(decimal ? SqlType.DECIMAL : SqlType.DOUBLE, arguments, values -> {
            double value = values[0] instanceof Number number && !decimal ? number.doubleValue() : -1;
            return value < 0 ? Unknown.UNKNOWN : (Object) Math.sqrt(value);
        });
    }

    private static @Nullable Code truncated(String name, List<Code> arguments, SqlDialect dialect) {
        boolean mysql = dialect == SqlDialect.MYSQL;
        boolean known = mysql
                ? name.equals("truncate") && arguments.size() == 2
                : dialect == SqlDialect.H2 || dialect == SqlDialect.POSTGRES && name.equals("trunc");
        if (!known) {
            return null;
        }
        SqlType type = arguments.get(0).type;
        int digits = arguments.size() < 2
                ? 0
                : arguments.get(1) instanceof Code.Constant constant && constant.constant instanceof Long number
                        ? (int) Math.max(-1, Math.min(number, 30))
                        : -1;
        SqlType result = type.kind() == Kind.DECIMAL ? SqlType.decimal(-1, Math.max(digits, 0)) : type;
        return Functions.strict(result, arguments, values -> {
            if (digits < 0) {
                return Unknown.UNKNOWN;
            }
            if (values[0] instanceof BigDecimal decimal) {
                return decimal.setScale(mysql ? Math.min(digits, decimal.scale()) : digits, RoundingMode.DOWN);
            }
            if (values[0] instanceof Double real && digits == 0) {
                return real < 0 ? Math.ceil(real) : Math.floor(real);
            }
            return values[0] instanceof Long ? values[0] : Unknown.UNKNOWN;
        });
    }

    /** PostgreSQL's DIV: a decimal without digits after the point. */
    private static Code quotient(List<Code> arguments) {
        return Functions.strict(SqlType.decimal(-1, 0), arguments, values -> {
            if (values[0] instanceof Double || values[1] instanceof Double) {
                return Unknown.UNKNOWN;
            }
            BigDecimal by = Numerals.decimal(values[1]);
            if (by.signum() == 0) {
                throw new SqlError("22012", "division by zero");
            }
            return Numerals.decimal(values[0]).divideToIntegralValue(by).setScale(0, RoundingMode.DOWN);
        });
    }

    private static Object absolute(Object value) {
        if (value instanceof Long number) {
            if (number == Long.MIN_VALUE) {
                throw new SqlError("22003", "a number is out of range");
            }
            return Math.abs(number);
        }
        return value instanceof BigDecimal decimal
                ? decimal.abs()
                : value instanceof Double real ? (Object) Math.abs(real) : Unknown.UNKNOWN;
    }

    private static Code rounded(List<Code> arguments, RoundingMode mode) {
        SqlType type = arguments.get(0).type;
        SqlType result = type.kind() == Kind.DECIMAL ? SqlType.decimal(-1, 0) : type;
        return Functions.strict(result, arguments, values -> {
            if (values[0] instanceof BigDecimal decimal) {
                return decimal.setScale(0, mode);
            }
            if (values[0] instanceof Double real) {
                return mode == RoundingMode.FLOOR ? Math.floor(real) : Math.ceil(real);
            }
            return values[0] instanceof Long ? values[0] : Unknown.UNKNOWN;
        });
    }

    private static Code round(List<Code> arguments, SqlDialect dialect) {
        boolean places = arguments.size() == 2;
        SqlType type = arguments.get(0).type;
        int digits =
                places && arguments.get(1) instanceof Code.Constant constant && constant.constant instanceof Long number
                        ? (int) Math.max(0, Math.min(number, 100))
                        : places ? -1 : 0;
        SqlType result = type.kind() == Kind.DECIMAL
                ? SqlType.decimal(-1, digits)
                : dialect == SqlDialect.SQLITE ? SqlType.DOUBLE : type;
        return Functions.strict(result, arguments, values -> {
            long scale = places && values[1] instanceof Long number ? number : 0;
            if (places && !(values[1] instanceof Long) || scale < -30 || scale > 30) {
                return Unknown.UNKNOWN;
            }
            return round(values[0], (int) scale, places, dialect);
        });
    }

    private static Object round(Object value, int scale, boolean places, SqlDialect dialect) {
        if (value instanceof Double real) {
            if (dialect == SqlDialect.POSTGRES && !places) {
                return Math.rint(real);
            }
            return scale == 0 && Math.abs(real) < 1e15 && dialect != SqlDialect.MYSQL
                    ? (Object) (Math.signum(real) * Math.floor(Math.abs(real) + 0.5))
                    : Unknown.UNKNOWN;
        }
        if (value instanceof Long number) {
            if (dialect == SqlDialect.SQLITE) {
                return (double) number;
            }
            return scale >= 0
                    ? dialect == SqlDialect.POSTGRES && places
                            ? BigDecimal.valueOf(number).setScale(scale)
                            : (Object) number
                    : Unknown.UNKNOWN;
        }
        if (!(value instanceof BigDecimal decimal)) {
            return Unknown.UNKNOWN;
        }
        int wanted = dialect == SqlDialect.MYSQL ? Math.min(scale, decimal.scale()) : scale;
        BigDecimal rounded = decimal.setScale(wanted, RoundingMode.HALF_UP);
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
