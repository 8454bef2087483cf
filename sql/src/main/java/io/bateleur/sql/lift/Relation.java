package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table, with its columns by number. A cell of a row is a key: table, column, primary key. */
final class Relation {
    /** Above every part of a primary key, so that it ends a range. */
    private static final Value LAST = Value.list();

    final SqlTable table;
    /** The number of its first column among those of all tables. */
    final int firstColumn;

    final Traits traits;
    /** Whether no unique key but the primary one is there for certain. */
    final boolean keyOnly;

    final ColumnType[] types;
    /** The columns of the primary key; empty when rows cannot be told apart. */
    final int[] key;

    private final Value name;
    private final Value[] columns;

    Relation(SqlTable table, int firstColumn, Traits traits, boolean keyOnly) {
        this.table = table;
        this.keyOnly = keyOnly;
        this.firstColumn = firstColumn;
        this.traits = traits;
        this.name = Value.of(table.name());
        int size = table.columns().size();
        this.types = new ColumnType[size];
        this.columns = new Value[size];
        for (int c = 0; c < size; c++) {
            types[c] = new ColumnType(table.columns().get(c), traits);
            columns[c] = Value.of(table.columns().get(c).name());
        }
        this.key = keyColumns();
    }

    private int[] keyColumns() {
        int[] found = new int[table.key().size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = column(new Name(table.key().get(i), true));
            if (found[i] < 0 || !types[found[i]].canBeKey()) {
                return new int[0];
            }
        }
        return found;
    }

    int columnCount() {
        return columns.length;
    }

    /** The number of a column, or -1 when there is none or more than one. */
    int column(Name wanted) {
        int found = -1;
        for (int c = 0; c < columns.length; c++) {
            if (wanted.matches(table.columns().get(c).name())) {
                if (found >= 0) {
                    return -1;
                }
                found = c;
            }
        }
        return found;
    }

    /** The place of a column in the primary key, or -1. */
    int keyPlace(int column) {
        for (int i = 0; i < key.length; i++) {
            if (key[i] == column) {
                return i;
            }
        }
        return -1;
    }

    /** The column whose cell says that the row is there. */
    int existence() {
        return key[0];
    }

    /** The key of a cell; with fewer values than the primary key has, the least key of those rows. */
    Value cell(int column, List<Value> row) {
        Value[] parts = new Value[row.size() + 2];
        parts[0] = name;
        parts[1] = columns[column];
        for (int i = 0; i < row.size(); i++) {
            parts[i + 2] = row.get(i);
        }
        return Value.list(parts);
    }

    /** Above the cells of all rows whose primary keys begin so. */
    Value after(int column, List<Value> row) {
        List<Value> parts = new ArrayList<>(row);
        parts.add(LAST);
        return cell(column, parts);
    }

    /** The canonical primary key, or null when some part is not known or null. */
    @Nullable
    List<Value> row(@Nullable Value[] parts) {
        List<Value> row = new ArrayList<>(parts.length);
        for (Value part : parts) {
            if (part == null || part.equals(Value.NULL)) {
                return null;
            }
            row.add(part);
        }
        return row;
    }

    String columnName(int column) {
        return table.columns().get(column).name();
    }
}
