package io.bateleur.lab.repro.derived;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table of a trace as the statements that make it. */
final class TableText {
    private static final int LONG_TEXT = 1000;
    private static final int DIGITS_MAX = 38;

    private final SqlTable table;
    private final String quote;

    /** @param quote what the database quotes names with */
    TableText(SqlTable table, String quote) {
        this.table = table;
        this.quote = quote;
    }

    String definition() {
        List<String> parts = new ArrayList<>();
        for (SqlTable.Column column : table.columns()) {
            boolean key = table.key().contains(column.name());
            parts.add(name(column.name()) + " " + type(column) + (key ? " NOT NULL" : ""));
        }
        if (!table.key().isEmpty()) {
            parts.add("PRIMARY KEY (" + names(table.key()) + ")");
        }
        List<List<String>> uniques = table.uniques();
        if (uniques != null) {
            uniques.stream()
                    .filter(each -> !each.isEmpty() && !each.contains(""))
                    .forEach(each -> parts.add("UNIQUE (" + names(each) + ")"));
        }
        return "CREATE TABLE " + tableName() + " (" + String.join(", ", parts) + ")";
    }

    String insertion(List<List<Value>> rows) throws NoCaseException {
        List<String> lines = new ArrayList<>();
        for (List<Value> row : rows) {
            List<String> values = new ArrayList<>();
            for (Value value : row) {
                values.add(Literals.of(value));
            }
            lines.add("(" + String.join(", ", values) + ")");
        }
        String columns =
                names(table.columns().stream().map(SqlTable.Column::name).toList());
        return "INSERT INTO " + tableName() + " (" + columns + ") VALUES " + String.join(", ", lines);
    }

    /** Its schema is that of the case. */
    private String tableName() {
        return name(table.name().substring(table.name().lastIndexOf('.') + 1));
    }

    private String names(List<String> names) {
        return names.stream().map(this::name).collect(Collectors.joining(", "));
    }

    /** As statements write it: plain names are found whatever the case of their letters. */
    private String name(String stored) {
        boolean plain = stored.matches("[a-z_][a-z0-9_]*|[A-Z_][A-Z0-9_]*");
        return plain ? stored.toLowerCase(Locale.ROOT) : quote + stored + quote;
    }

    private static String type(SqlTable.Column column) {
        int size = column.size();
        return switch (column.type()) {
            case "TINYINT", "SMALLINT" -> "SMALLINT";
            case "INTEGER" -> "INTEGER";
            case "BIGINT" -> "BIGINT";
            case "DOUBLE", "FLOAT" -> "DOUBLE PRECISION";
            case "REAL" -> "REAL";
            case "DECIMAL", "NUMERIC" ->
                size <= 0 || size > DIGITS_MAX
                        ? "DECIMAL(18, 4)"
                        : "DECIMAL(" + size + ", " + Math.max(0, column.scale()) + ")";
            case "BIT", "BOOLEAN" -> "BOOLEAN";
            case "CHAR", "NCHAR" -> "CHAR(" + Math.max(1, Math.min(size, LONG_TEXT)) + ")";
            case "DATE", "TIME" -> column.type();
            case "TIMESTAMP", "TIMESTAMP_WITH_TIMEZONE" -> "TIMESTAMP";
            default -> "VARCHAR(" + (size <= 0 || size > LONG_TEXT ? LONG_TEXT : size) + ")";
        };
    }

    /** For a column of which nobody read anything. */
    static Value filler(SqlTable.Column column) {
        return switch (column.type()) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DOUBLE", "FLOAT", "REAL", "DECIMAL", "NUMERIC" ->
                Value.of(0);
            case "BIT", "BOOLEAN" -> Value.of(false);
            case "CHAR", "NCHAR", "VARCHAR", "NVARCHAR", "LONGVARCHAR" -> Value.of("");
            default -> Value.NULL;
        };
    }
}
