package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index of a table: its entries are sorted by its columns and then by the primary key.
 *
 * @param unique whether no two entries have the same columns
 */
record InnoDbIndex(String table, List<String> columns, boolean unique) {
    /** The primary key, the unique keys, and those that foreign keys need. */
    static List<InnoDbIndex> of(TableShape shape) {
        Set<InnoDbIndex> all = new LinkedHashSet<>();
        all.add(new InnoDbIndex(shape.name(), shape.key(), true));
        shape.uniques().forEach(columns -> all.add(new InnoDbIndex(shape.name(), columns, true)));
        for (TableShape.ParentKey reference : shape.references()) {
            int many = reference.columns().size();
            boolean there = all.stream()
                    .anyMatch(index -> index.columns.size() >= many
                            && index.columns.subList(0, many).equals(reference.columns()));
            if (!there) {
                all.add(new InnoDbIndex(shape.name(), reference.columns(), false));
            }
        }
        return new ArrayList<>(all);
    }

    /** Where a row stands in it. */
    RowKey entry(TableShape shape, Map<String, @Nullable Object> row) {
        List<@Nullable Object> values = new ArrayList<>();
        columns.forEach(column -> values.add(Calculator.normal(row.get(column))));
        if (!columns.equals(shape.key())) {
            shape.key().forEach(column -> values.add(Calculator.normal(row.get(column))));
        }
        return new RowKey(table, values);
    }

    /** Whether a query that uses these columns may be answered by an index other than the primary key alone. */
    static boolean mayCover(TableShape shape, Set<String> used) {
        return of(shape).stream().skip(1).anyMatch(index -> used.stream()
                .allMatch(column ->
                        column.equals(TableShape.ALIVE) || index.columns.contains(column) || shape.isKey(column)));
    }

    static boolean isIndexed(TableShape shape, String column) {
        return of(shape).stream().anyMatch(index -> index.columns.contains(column));
    }
}
