package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Constant;
import io.bateleur.sql.analyze.Calculation.Operation;
import io.bateleur.sql.analyze.Calculation.Variable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Computes expressions over plain values: Long, BigDecimal, String, Boolean, and null for NULL. */
final class Calculator {
    private final Map<String, @Nullable Object> variables;

    /** @param variables a value, a row (a map), or rows (a list of maps) each */
    Calculator(Map<String, @Nullable Object> variables) {
        this.variables = variables;
    }

    /** Whether a condition is true, which NULL is not. */
    boolean holds(Calculation condition, List<Map<String, @Nullable Object>> rows) {
        return Boolean.TRUE.equals(value(condition, rows));
    }

    @Nullable
    Object value(Calculation calculation, List<Map<String, @Nullable Object>> rows) {
        if (calculation instanceof Constant constant) {
            return normal(constant.value());
        }
        if (calculation instanceof Variable variable) {
            return variable(variable);
        }
        if (calculation instanceof ColumnOf column) {
            return normal(rows.get(column.source()).get(column.column()));
        }
        if (calculation instanceof Calculation.Member member) {
            return member(value(member.value(), rows), set(member.set()));
        }
        if (calculation instanceof Calculation.Choose choose) {
            List<Map<String, @Nullable Object>> all = set(choose.set());
            return all.isEmpty() ? null : only(all.get(0));
        }
        if (calculation instanceof Operation operation) {
            return operation(operation, rows);
        }
        throw new Uncomputable(
                calculation instanceof Calculation.Opaque opaque ? opaque.text() : calculation.toString());
    }

    static @Nullable Object normal(@Nullable Object value) {
        if (value instanceof BigDecimal number) {
            BigDecimal plain = number.stripTrailingZeros();
            return plain.scale() <= 0 && plain.precision() - plain.scale() < 18
                    ? (Object) plain.longValueExact()
                    : plain;
        }
        return value instanceof Integer number ? (Object) number.longValue() : value;
    }

    private @Nullable Object variable(Variable variable) {
        Object value = variables.get(variable.name());
        if (value instanceof Map<?, ?> row) {
            if (variable.field().isEmpty()) {
                return row.size() == 1 ? normal(row.values().iterator().next()) : row;
            }
            for (Map.Entry<?, ?> each : row.entrySet()) {
                if (variable.field().equalsIgnoreCase((String) each.getKey())) {
                    return normal(each.getValue());
                }
            }
            throw new Uncomputable("no field " + variable);
        }
        return normal(value);
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, @Nullable Object>> set(String name) {
        Object value = variables.get(name);
        return value instanceof List<?> list ? (List<Map<String, @Nullable Object>>) list : List.of();
    }

    private static @Nullable Object only(Map<String, @Nullable Object> row) {
        return row.isEmpty() ? null : normal(row.values().iterator().next());
    }

    private static @Nullable Object member(@Nullable Object value, List<Map<String, @Nullable Object>> rows) {
        Object wanted = value instanceof Map<?, ?> row && !row.isEmpty()
                ? row.values().iterator().next()
                : value;
        if (wanted == null) {
            return rows.isEmpty() ? Boolean.FALSE : null;
        }
        boolean unknown = false;
        for (Map<String, @Nullable Object> row : rows) {
            Object each = only(row);
            if (each == null) {
                unknown = true;
            } else if (compare(each, wanted) == 0) {
                return true;
            }
        }
        return unknown ? null : Boolean.FALSE;
    }

    private @Nullable Object operation(Operation operation, List<Map<String, @Nullable Object>> rows) {
        switch (operation.name()) {
            case "AND", "OR" -> {
                return connective(operation, rows);
            }
            case "CASE" -> {
                return choice(operation, rows);
            }
            default -> {
                List<@Nullable Object> values = new ArrayList<>();
                for (Calculation each : operation.arguments()) {
                    values.add(value(each, rows));
                }
                return function(operation.name(), values);
            }
        }
    }

    private @Nullable Object connective(Operation operation, List<Map<String, @Nullable Object>> rows) {
        boolean and = operation.name().equals("AND");
        boolean unknown = false;
        for (Calculation each : operation.arguments()) {
            Object value = value(each, rows);
            if (value == null) {
                unknown = true;
            } else if (!Boolean.valueOf(and).equals(value)) {
                return !and;
            }
        }
        return unknown ? null : Boolean.valueOf(and);
    }

    private @Nullable Object choice(Operation operation, List<Map<String, @Nullable Object>> rows) {
        List<Calculation> parts = operation.arguments();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            if (holds(parts.get(i), rows)) {
                return value(parts.get(i + 1), rows);
            }
        }
        return value(parts.get(parts.size() - 1), rows);
    }

    private static @Nullable Object function(String name, List<@Nullable Object> values) {
        switch (name) {
            case "NULL?" -> {
                return values.get(0) == null;
            }
            case "COALESCE" -> {
                return values.stream().filter(Objects::nonNull).findFirst().orElse(null);
            }
            case "IN" -> {
                return in(values);
            }
            case "GREATEST", "LEAST" -> {
                return extreme(values, name.equals("GREATEST"));
            }
            default -> {
                if (values.stream().anyMatch(Objects::isNull)) {
                    return null;
                }
                Object first = Objects.requireNonNull(values.get(0));
                return values.size() == 1 ? one(name, first) : two(name, first, Objects.requireNonNull(values.get(1)));
            }
        }
    }

    private static @Nullable Object in(List<@Nullable Object> values) {
        Object value = values.get(0);
        if (value == null) {
            return null;
        }
        boolean unknown = false;
        for (Object each : values.subList(1, values.size())) {
            if (each == null) {
                unknown = true;
            } else if (compare(value, each) == 0) {
                return true;
            }
        }
        return unknown ? null : Boolean.FALSE;
    }

    private static @Nullable Object extreme(List<@Nullable Object> values, boolean largest) {
        Object best = null;
        for (Object each : values) {
            if (each != null && (best == null || compare(each, best) > 0 == largest)) {
                best = each;
            }
        }
        return best;
    }

    private static @Nullable Object one(String name, Object value) {
        return switch (name) {
            case "NOT" -> !(Boolean) value;
            case "-1" -> normal(number(value).negate());
            case "ABS" -> normal(number(value).abs());
            default -> throw new Uncomputable(name);
        };
    }

    private static Object two(String name, Object a, Object b) {
        return switch (name) {
            case "=" -> compare(a, b) == 0;
            case "<>" -> compare(a, b) != 0;
            case "<" -> compare(a, b) < 0;
            case "<=" -> compare(a, b) <= 0;
            case ">" -> compare(a, b) > 0;
            case ">=" -> compare(a, b) >= 0;
            case "||" -> a.toString() + b;
            default -> arithmetic(name, a, b);
        };
    }

    private static Object arithmetic(String name, Object a, Object b) {
        BigDecimal x = number(a);
        BigDecimal y = number(b);
        boolean whole = a instanceof Long && b instanceof Long;
        if ((name.equals("/") || name.equals("%")) && y.signum() == 0) {
            throw new Uncomputable("a division by zero");
        }
        BigDecimal result =
                switch (name) {
                    case "+" -> x.add(y);
                    case "-" -> x.subtract(y);
                    case "*" -> x.multiply(y);
                    case "/" -> whole ? x.divide(y, 0, RoundingMode.DOWN) : x.divide(y, MathContext.DECIMAL64);
                    case "%" -> x.remainder(y);
                    default -> throw new Uncomputable(name);
                };
        return Objects.requireNonNull(normal(result));
    }

    private static BigDecimal number(Object value) {
        if (value instanceof Long number) {
            return BigDecimal.valueOf(number);
        }
        if (value instanceof BigDecimal number) {
            return number;
        }
        throw new Uncomputable("arithmetic with " + value);
    }

    /** Values of different types are compared as texts. */
    static int compare(Object a, Object b) {
        boolean numbers =
                (a instanceof Long || a instanceof BigDecimal) && (b instanceof Long || b instanceof BigDecimal);
        if (numbers) {
            return number(a).compareTo(number(b));
        }
        return a instanceof Boolean x && b instanceof Boolean y
                ? x.compareTo(y)
                : a.toString().compareTo(b.toString());
    }
}
