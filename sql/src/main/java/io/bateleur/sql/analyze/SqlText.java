package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes an instruction as SQL, with the values of its variables. */
final class SqlText {
    private final Calculator calculator;
    private final Map<String, @Nullable Object> variables;
    private final List<String> aliases = new ArrayList<>();

    private final boolean mariadb;

    SqlText(ProgramRun run, EngineLevel.Engine engine) {
        this.mariadb = engine == EngineLevel.Engine.MARIADB;
        this.calculator = run.calculator;
        this.variables = run.variables;
    }

    String of(Instruction.OnTables instruction) {
        if (instruction instanceof Instruction.Read read) {
            return read(read);
        }
        if (instruction instanceof Instruction.Insert insert) {
            List<String> columns = insert.values().keySet().stream()
                    .filter(column -> !column.equals(TableShape.HIDDEN))
                    .toList();
            boolean ignore = insert.skipsPresent() && mariadb;
            return (ignore ? "INSERT IGNORE INTO " : "INSERT INTO ") + insert.table() + " ("
                    + String.join(", ", columns) + ") VALUES ("
                    + columns.stream()
                            .map(column -> text(insert.values().get(column)))
                            .collect(Collectors.joining(", "))
                    + ")" + (insert.skipsPresent() && !mariadb ? " ON CONFLICT DO NOTHING" : "");
        }
        if (instruction instanceof Instruction.Update update) {
            String sets = update.sets().entrySet().stream()
                    .map(set -> set.getKey() + " = " + text(set.getValue()))
                    .collect(Collectors.joining(", "));
            return "UPDATE " + update.table() + " SET " + sets + where(update.where());
        }
        Instruction.Delete delete = (Instruction.Delete) instruction;
        return "DELETE FROM " + delete.table() + where(delete.where());
    }

    private String where(Calculation where) {
        return where.equals(Calculation.TRUE) ? "" : " WHERE " + text(where);
    }

    private String read(Instruction.Read read) {
        boolean several = read.sources().size() > 1;
        read.sources().forEach(source -> aliases.add(several ? source.alias() + "." : ""));
        StringBuilder sql = new StringBuilder("SELECT ");
        sql.append(read.outputs().stream().map(this::output).collect(Collectors.joining(", ")));
        if (!read.sources().isEmpty()) {
            sql.append(" FROM ")
                    .append(read.sources().stream()
                            .map(source -> source.alias().equals(source.table())
                                    ? source.table()
                                    : source.table() + " " + source.alias())
                            .collect(Collectors.joining(", ")));
        }
        sql.append(where(read.where()));
        if (!read.order().isEmpty()) {
            sql.append(" ORDER BY ")
                    .append(read.order().stream()
                            .map(key -> text(key.by()) + (key.descending() ? " DESC" : ""))
                            .collect(Collectors.joining(", ")));
        }
        sql.append(read.single() ? " LIMIT 1" : "");
        if (read.lock() != Instruction.RowLock.NONE) {
            boolean share = mariadb && read.lock() == Instruction.RowLock.SHARE;
            sql.append(
                    share ? " LOCK IN SHARE MODE" : " FOR " + read.lock().name().replace('_', ' '));
        }
        sql.append(read.failsLocked() ? " NOWAIT" : read.skipsLocked() ? " SKIP LOCKED" : "");
        return sql.toString();
    }

    private String output(Instruction.Output output) {
        String value = text(output.value());
        String aggregate = output.aggregate();
        if (aggregate.isEmpty()) {
            return value;
        }
        if (aggregate.equals("SUM0")) {
            return "COALESCE(SUM(" + value + "), 0)";
        }
        return aggregate.endsWith("DISTINCT")
                ? aggregate.split(" ")[0] + "(DISTINCT " + value + ")"
                : aggregate + "(" + value + ")";
    }

    private String text(@Nullable Calculation calculation) {
        if (calculation == null) {
            return "NULL";
        }
        if (calculation instanceof ColumnOf column) {
            return (column.source() < aliases.size() ? aliases.get(column.source()) : "") + column.column();
        }
        if (calculation instanceof Calculation.Member member) {
            Object set = variables.get(member.set());
            List<String> values = new ArrayList<>();
            if (set instanceof List<?> rows) {
                for (Object row : rows) {
                    values.add(literal(((Map<?, ?>) row).values().iterator().next()));
                }
            }
            return values.isEmpty() ? "FALSE" : text(member.value()) + " IN (" + String.join(", ", values) + ")";
        }
        if (!(calculation instanceof Operation operation)) {
            return literal(calculator.value(calculation, List.of()));
        }
        List<String> parts = operation.arguments().stream().map(this::text).toList();
        return switch (operation.name()) {
            case "AND", "OR" ->
                parts.stream()
                        .map(part -> operation.name().equals("OR") ? "(" + part + ")" : part)
                        .collect(Collectors.joining(" " + operation.name() + " ", "(", ")"));
            case "NOT" -> "NOT (" + parts.get(0) + ")";
            case "NULL?" -> "(" + parts.get(0) + ") IS NULL";
            case "IN" -> parts.get(0) + " IN (" + String.join(", ", parts.subList(1, parts.size())) + ")";
            case "-1" -> "-(" + parts.get(0) + ")";
            case "CASE" -> cases(parts);
            case "COALESCE", "ABS", "GREATEST", "LEAST" -> operation.name() + "(" + String.join(", ", parts) + ")";
            case "=", "<>", "<", "<=", ">", ">=" -> parts.get(0) + " " + operation.name() + " " + parts.get(1);
            default -> "(" + parts.get(0) + " " + operation.name() + " " + parts.get(1) + ")";
        };
    }

    private static String cases(List<String> parts) {
        StringBuilder text = new StringBuilder("CASE");
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            text.append(" WHEN ").append(parts.get(i)).append(" THEN ").append(parts.get(i + 1));
        }
        return text.append(" ELSE ")
                .append(parts.get(parts.size() - 1))
                .append(" END")
                .toString();
    }

    static String literal(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        return value instanceof String text ? "'" + text.replace("'", "''") + "'" : value.toString();
    }
}
