package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * COUNT, SUM and their like.
 *
 * @param arguments empty: rows are counted
 * @param condition which rows count; null: all
 */
record Aggregate(
        String name,
        Code[] arguments,
        boolean distinct,
        @Nullable Code condition,
        SqlType type,
        SqlDialect dialect) {
    private static final Set<String> KNOWN = Set.of(
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "group_concat",
            "string_agg",
            "listagg",
            "array_agg",
            "bool_and",
            "bool_or",
            "every",
            "any_value",
            "total",
            "stddev",
            "variance",
            "stddev_pop",
            "stddev_samp",
            "var_pop",
            "var_samp",
            "bit_and",
            "bit_or");

    static boolean is(Expr expression) {
        if (expression instanceof Expr.Filtered filtered) {
            return is(filtered.call());
        }
        if (!(expression instanceof Expr.FunctionCall call)
                || call.name().parts().size() > 1) {
            return false;
        }
        String name = call.name().last().text().toLowerCase(Locale.ROOT);
        boolean scalar =
                (name.equals("min") || name.equals("max")) && call.arguments().size() > 1;
        return KNOWN.contains(name) && !scalar;
    }

    static Aggregate of(ExpressionCompiler rows, Expr expression) {
        Code condition = null;
        Expr call = expression;
        if (expression instanceof Expr.Filtered filtered) {
            condition = rows.code(filtered.condition());
            call = filtered.call();
        }
        Expr.FunctionCall function = (Expr.FunctionCall) call;
        String name = function.name().last().text().toLowerCase(Locale.ROOT);
        List<Expr> values =
                function.arguments().stream().map(Expr.Argument::value).toList();
        boolean star = values.size() == 1 && values.get(0) instanceof Expr.Star;
        Code[] arguments = new Code[star ? 0 : values.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = rows.value(values.get(i));
            if (rows.compilation.is(SqlDialect.MYSQL) && divides(values.get(i))) {
                arguments[i] = eitherWay(arguments[i], rows.item(values.get(i)));
            }
        }
        SqlDialect dialect = rows.compilation.dialect;
        SqlType type = type(name, arguments, dialect);
        return new Aggregate(name, arguments, function.quantifier().equals("DISTINCT"), condition, type, dialect);
    }

    private static boolean divides(Expr expression) {
        return io.bateleur.sql.tree.Walk.all(expression, Expr.Binary.class).stream()
                .anyMatch(binary -> binary.operator().equals("/"));
    }

    /** MySQL may keep a quotient with the digits that it shows, or with all that it has: that depends on its plan. */
    private static Code eitherWay(Code exact, Code shown) {
        return Code.of(shown.type, frame -> {
            Object value = shown.value(frame);
            Object other = exact.value(frame);
            boolean same = value instanceof java.math.BigDecimal a && other instanceof java.math.BigDecimal b
                    ? a.compareTo(b) == 0
                    : java.util.Objects.equals(value, other);
            return same ? value : Unknown.UNKNOWN;
        });
    }

    private static SqlType type(String name, Code[] arguments, SqlDialect dialect) {
        SqlType argument = arguments.length == 0 ? SqlType.ANY : arguments[0].type;
        return switch (name) {
            case "count" -> SqlType.BIGINT;
            case "sum" -> Averages.sumType(argument, dialect);
            case "avg" -> Averages.type(argument, dialect);
            case "min", "max", "any_value" -> argument;
            case "bool_and", "bool_or", "every" -> SqlType.BOOLEAN;
            default -> SqlType.ANY;
        };
    }

    State start() {
        return new State();
    }

    /** What is known of the rows of one group so far. */
    final class State {
        private final Set<Object> seen = new HashSet<>();
        private long count;
        private @Nullable Object result;
        /** Whether a row was added of which it is not known whether it counts. */
        private boolean unsure;

        void add(Frame frame) {
            Object holds = condition == null ? (Object) true : Truth.of(condition.value(frame));
            if (holds == null || Boolean.FALSE.equals(holds)) {
                return;
            }
            Object[] values = new Object[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].value(frame);
                if (values[i] == null) {
                    return;
                }
            }
            if (Unknown.is(holds) || frame.presence != Presence.SURE || Unknown.in(values)) {
                unsure = true;
                return;
            }
            if (!distinct || seen.add(Distinct.key(values, arguments))) {
                count++;
                if (values.length > 0) {
                    gather(values[0]);
                }
            }
        }

        private void gather(Object value) {
            switch (name) {
                case "count" -> {}
                case "sum", "avg", "total" ->
                    result = result == null
                            ? Averages.number(value, dialect)
                            : Averages.add(result, Averages.number(value, dialect), dialect);
                case "min" -> result = extreme(value, -1);
                case "max" -> result = extreme(value, 1);
                case "bool_and", "every" ->
                    result = result == null ? Truth.of(value) : Truth.and(result, Truth.of(value));
                case "bool_or" -> result = result == null ? Truth.of(value) : Truth.or(result, Truth.of(value));
                case "any_value" -> result = result == null || result.equals(value) ? value : Unknown.UNKNOWN;
                default -> result = Unknown.UNKNOWN;
            }
        }

        private Object extreme(Object value, int wanted) {
            if (result == null || Unknown.is(result)) {
                return result == null ? value : result;
            }
            int sign = Comparisons.comparing(dialect, arguments[0].type, arguments[0].type)
                    .compare(value, result);
            if (sign > 1 || sign == 0 && value instanceof String && !value.equals(result)) {
                return Unknown.UNKNOWN;
            }
            return sign == wanted ? value : result;
        }

        @Nullable
        Object result() {
            if (unsure) {
                return Unknown.UNKNOWN;
            }
            return switch (name) {
                case "count" -> count;
                case "sum" -> result == null ? null : Averages.sum(result, type, dialect);
                case "avg" -> result == null ? null : Averages.average(result, count, arguments[0].type, dialect);
                case "total" -> result == null ? (Object) 0.0 : ((Number) result).doubleValue();
                case "min", "max", "any_value", "bool_and", "bool_or", "every" -> result;
                default ->
                    count == 0 && dialect != SqlDialect.OTHER && type.kind() == Kind.ANY && !name.startsWith("bit")
                            ? null
                            : Unknown.UNKNOWN;
            };
        }
    }
}
