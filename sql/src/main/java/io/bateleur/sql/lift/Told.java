package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a change told of: by {@code RETURNING}, or as generated keys.
 *
 * @param rows by row and column the canonical cell, null where it is not told
 */
record Told(List<@Nullable Value[]> rows) {

    /** What an answer tells, or null when it does not tell of all rows. @param returning null: nothing is returned */
    static @Nullable Told of(Relation relation, RowSource source, @Nullable Layout returning, Call call) {
        SqlResult.Rows rows = call.rows();
        if (returning != null && rows != null && rows.complete()) {
            int[] columns = new int[returning.size()];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = returning.column(i, source);
            }
            return returning.fits(rows.columns()) ? cells(relation, columns, rows.rows()) : null;
        }
        SqlResult.Keys keys = call.keys();
        if (keys == null) {
            return null;
        }
        int[] columns = new int[keys.columns().size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = relation.table.column(new Name(keys.columns().get(i), false));
        }
        return cells(relation, columns, keys.rows());
    }

    /**
     * The keys of a driver that does not name the column, such as MySQL's: rows of one number. SQLite's are numbers of rows, which are keys
     * only where the database makes these.
     */
    static @Nullable List<Value> unnamed(Relation relation, int keyColumn, Call call) {
        SqlResult.Keys keys = call.keys();
        boolean made = relation.types[keyColumn].computed || !relation.table.knows(BaseTable.Aspect.COLUMN_RULES);
        if (keys == null || keys.columns().size() != 1 || !relation.types[keyColumn].isOrdered() || !made) {
            return null;
        }
        List<Value> values = new ArrayList<>();
        for (List<Value> row : keys.rows()) {
            Value value = relation.types[keyColumn].read(row.get(0));
            if (value == null || value.equals(Value.NULL)) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    private static Told cells(Relation relation, int[] columns, List<List<Value>> rows) {
        List<@Nullable Value[]> cells = new ArrayList<>();
        for (List<Value> row : rows) {
            @Nullable Value[] told = new Value[relation.columnCount()];
            for (int i = 0; i < columns.length; i++) {
                if (columns[i] >= 0) {
                    told[columns[i]] = relation.types[columns[i]].read(row.get(i));
                }
            }
            cells.add(told);
        }
        return new Told(cells);
    }

    /** The primary key of a told row, or null. */
    static @Nullable List<Value> key(Relation relation, @Nullable Value[] row) {
        @Nullable Value[] parts = new Value[relation.key.length];
        Arrays.setAll(parts, k -> row[relation.key[k]]);
        return relation.row(parts);
    }
}
