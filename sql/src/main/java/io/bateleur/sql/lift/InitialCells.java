package io.bateleur.sql.lift;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What cells held before the first statement, of tables whose rows at first are in the trace. */
final class InitialCells {
    /** By the name of the table. */
    private final Map<Value, TableRows> told = new HashMap<>();
    /** By the name of the table: its rows by primary key, once somebody asks. */
    private final Map<Value, Map<List<Value>, List<Value>>> rows = new HashMap<>();

    /** The rows of a table are known. */
    void tell(TableRows table) {
        if (table.complete()) {
            told.put(Value.of(table.table()), table);
        }
    }

    /** Whether anything is known of a table. */
    boolean tells(Value table) {
        return told.containsKey(table);
    }

    /** Null where nothing is known. */
    @Nullable
    Content of(Relation relation, int column, Value table, List<Value> key) {
        TableRows first = told.get(table);
        if (first == null) {
            return null;
        }
        Map<List<Value>, List<Value>> byKey = rows.computeIfAbsent(table, name -> byKey(relation, first));
        if (byKey.size() != first.rows().size()) {
            return null; // some keys cannot be told apart
        }
        List<Value> row = byKey.get(key);
        if (row == null) {
            return Content.absent();
        }
        int place = first.columns().indexOf(relation.columnName(column));
        Value value = place < 0 ? null : relation.types[column].read(row.get(place));
        return value == null ? null : Content.live(value);
    }

    private static Map<List<Value>, List<Value>> byKey(Relation relation, TableRows first) {
        Map<List<Value>, List<Value>> byKey = new HashMap<>();
        for (List<Value> row : first.rows()) {
            @Nullable Value[] parts = new Value[relation.key.length];
            for (int k = 0; k < parts.length; k++) {
                int place = first.columns().indexOf(relation.columnName(relation.key[k]));
                Value part = place < 0 ? null : relation.types[relation.key[k]].read(row.get(place));
                parts[k] = part != null && relation.types[relation.key[k]].isSafeKey(part) ? part : null;
            }
            List<Value> key = relation.row(parts);
            if (key != null) {
                byKey.put(key, row);
            }
        }
        return byKey;
    }
}
