package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which row: a table, and the values of its key. */
record RowKey(String table, List<@Nullable Object> values) implements Comparable<RowKey> {

    static RowKey of(TableShape shape, Map<String, @Nullable Object> row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (String column : shape.key()) {
            values.add(Calculator.normal(row.get(column)));
        }
        return new RowKey(shape.name(), values);
    }

    @Override
    public int compareTo(RowKey other) {
        int tables = table.compareTo(other.table);
        for (int i = 0; tables == 0 && i < values.size(); i++) {
            Object a = values.get(i);
            Object b = other.values.get(i);
            if (a == null || b == null) {
                tables = a == b ? 0 : a == null ? -1 : 1;
            } else {
                tables = Calculator.compare(a, b);
            }
        }
        return tables;
    }

    @Override
    public String toString() {
        return table + values;
    }
}
