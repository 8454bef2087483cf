package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Instruction.Output;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers a query from the rows of its tables. */
final class ReadAnswer {
    private final Instruction.Read read;
    private final Calculator calculator;

    ReadAnswer(Instruction.Read read, Calculator calculator) {
        if (!read.whole()) {
            throw new Uncomputable(read.text());
        }
        this.read = read;
        this.calculator = calculator;
    }

    /** Combinations of rows, one of each table, that fulfil the condition, in the order that is asked for. */
    List<List<Map<String, @Nullable Object>>> matching(Function<String, List<Map<String, @Nullable Object>>> tables) {
        List<List<Map<String, @Nullable Object>>> combined = new ArrayList<>(List.of(List.of()));
        for (Instruction.Source source : read.sources()) {
            List<List<Map<String, @Nullable Object>>> longer = new ArrayList<>();
            for (List<Map<String, @Nullable Object>> before : combined) {
                for (Map<String, @Nullable Object> row : tables.apply(source.table())) {
                    List<Map<String, @Nullable Object>> rows = new ArrayList<>(before);
                    rows.add(row);
                    longer.add(rows);
                }
            }
            combined = longer;
        }
        combined.removeIf(rows -> !calculator.holds(read.where(), rows));
        combined.sort(order());
        return combined;
    }

    private Comparator<List<Map<String, @Nullable Object>>> order() {
        return (a, b) -> {
            for (Instruction.SortKey key : read.order()) {
                Object x = calculator.value(key.by(), a);
                Object y = calculator.value(key.by(), b);
                int sign = x == null || y == null
                        ? Boolean.compare(x == null, y == null) // PostgreSQL: null is larger than all
                        : Calculator.compare(x, y);
                if (sign != 0) {
                    return key.descending() ? -sign : sign;
                }
            }
            return 0;
        };
    }

    List<Map<String, @Nullable Object>> rows(List<List<Map<String, @Nullable Object>>> matching) {
        if (read.aggregated()) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            for (int i = 0; i < read.outputs().size(); i++) {
                row.put(name(i), aggregate(read.outputs().get(i), matching));
            }
            return List.of(row);
        }
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (List<Map<String, @Nullable Object>> each : matching) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            for (int i = 0; i < read.outputs().size(); i++) {
                row.put(name(i), calculator.value(read.outputs().get(i).value(), each));
            }
            rows.add(row);
            if (read.single()) {
                break;
            }
        }
        return rows;
    }

    private String name(int output) {
        String name = read.outputs().get(output).name();
        boolean twice = read.outputs().subList(0, output).stream()
                .anyMatch(each -> each.name().equals(name));
        return name.isEmpty() || twice ? "column " + output : name;
    }

    private @Nullable Object aggregate(Output output, List<List<Map<String, @Nullable Object>>> matching) {
        List<Object> values = new ArrayList<>();
        for (List<Map<String, @Nullable Object>> rows : matching) {
            Object value = calculator.value(output.value(), rows);
            if (value != null) {
                values.add(value);
            }
        }
        if (output.aggregate().endsWith("DISTINCT")) {
            Set<Object> distinct = new LinkedHashSet<>(values);
            values = new ArrayList<>(distinct);
        }
        return switch (output.aggregate()) {
            case "COUNT", "COUNT DISTINCT" -> (long) values.size();
            case "MIN" -> values.stream().min(Calculator::compare).orElse(null);
            case "MAX" -> values.stream().max(Calculator::compare).orElse(null);
            case "SUM" -> values.isEmpty() ? null : sum(values);
            case "SUM0" -> sum(values);
            default -> throw new Uncomputable(output.aggregate() + " of " + read.text());
        };
    }

    private static Object sum(List<Object> values) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Object value : values) {
            sum = sum.add(new BigDecimal(value.toString()));
        }
        return Objects.requireNonNull(Calculator.normal(sum));
    }
}
