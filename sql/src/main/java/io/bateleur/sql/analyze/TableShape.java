package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table as the analysis sees it.
 *
 * @param columns by name, in their order
 * @param key columns of the primary key; a table without one has the hidden column {@link #HIDDEN}
 * @param uniques other unique keys, of columns
 * @param references foreign keys that forbid
 */
public record TableShape(
        String name,
        Map<String, Field> columns,
        List<String> key,
        List<List<String>> uniques,
        List<ParentKey> references) {
    /** Tells rows of a table without a primary key from each other. */
    static final String HIDDEN = "row number";

    /** Whether there is a row; written by inserts and deletes. */
    static final String ALIVE = "row";

    /** A column. @param byDefault what an insert writes that does not name it */
    public record Field(String name, ValueKind kind, boolean notNull, Calculation byDefault, String type) {}

    /** @param columns of this table @param parentColumns of the other, as many */
    public record ParentKey(List<String> columns, String parent, List<String> parentColumns) {}

    public TableShape {
        columns = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        key = List.copyOf(key);
        uniques = List.copyOf(uniques);
        references = List.copyOf(references);
    }

    boolean isKey(String column) {
        return key.contains(column);
    }

    boolean hidden() {
        return key.equals(List.of(HIDDEN));
    }

    Field field(String column) {
        Field field = columns.get(column);
        return field != null
                ? field
                : new Field(column, ValueKind.INTEGER, true, new Calculation.Constant(null), "int");
    }

    /** The column that a name means, in any case. */
    Optional<String> column(String name) {
        if (columns.containsKey(name)) {
            return Optional.of(name);
        }
        return columns.keySet().stream()
                .filter(each -> each.equalsIgnoreCase(name))
                .findFirst();
    }

    /** Columns whose change needs the strongest lock: those that a foreign key can refer to. */
    boolean isReferable(String column) {
        return key.contains(column) || uniques.stream().anyMatch(unique -> unique.contains(column));
    }

    TableShape withUnique(List<String> more) {
        List<List<String>> all = new ArrayList<>(uniques);
        all.add(List.copyOf(more));
        return new TableShape(name, columns, key, all, references);
    }
}
