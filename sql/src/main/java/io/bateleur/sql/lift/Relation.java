package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.schema.UniqueKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table, with its columns by number. A cell of a row is a key: table, column, primary key. */
final class Relation {
    /** Above every part of a primary key, so that it ends a range. */
    private static final Value LAST = Value.list();

    final BaseTable table;
    /** The number of its first column among those of all tables. */
    final int firstColumn;

    final Traits traits;
    /** Whether no unique key but the one that its rows are told by is there for certain. */
    final boolean keyOnly;
    /** Whether a row that is not returned may be there: hidden from the role that asks. */
    final boolean hides;

    final ColumnType[] types;
    /** The columns of the key that its rows are told by; empty when they cannot be told apart. */
    final int[] key;

    final Value name;
    final Value[] columns;

    /** @param uniques all unique keys that the table ever had; null where that is not known */
    Relation(
            BaseTable table,
            int firstColumn,
            Traits traits,
            @Nullable List<UniqueKey> uniques,
            Function<TableColumn, TextEquality> equality) {
        this.table = table;
        this.firstColumn = firstColumn;
        this.traits = traits;
        this.hides = table.rowSecurity();
        this.name = Value.of(table.name().toString());
        int size = table.columns().size();
        this.types = new ColumnType[size];
        this.columns = new Value[size];
        boolean rulesKnown = table.knows(BaseTable.Aspect.COLUMN_RULES);
        for (int c = 0; c < size; c++) {
            TableColumn column = table.columns().get(c);
            types[c] = new ColumnType(column, traits, equality.apply(column), rulesKnown);
            columns[c] = Value.of(column.name());
        }
        this.key = key();
        for (int c : key) {
            TableColumn column = table.columns().get(c);
            types[c] = new ColumnType(column, traits, equality.apply(column), rulesKnown, true);
        }
        int own = table.key() == null && key.length > 0 ? 1 : 0;
        this.keyOnly = uniques != null && uniques.size() == own;
    }

    /** Whether no two rows have the same key at any time. */
    boolean isUnique() {
        UniqueKey primary = table.key();
        return primary == null || !primary.deferrable();
    }

    /** The primary key, or else a unique one that is never null. */
    private int[] key() {
        UniqueKey primary = table.key();
        if (primary != null) {
            return key(primary);
        }
        for (UniqueKey each : table.uniques()) {
            boolean plain = each.isPlain()
                    && !each.deferrable()
                    && each.columns().stream()
                            .allMatch(column -> table.column(column) >= 0
                                    && table.columns().get(table.column(column)).notNull());
            if (plain && key(each).length > 0) {
                return key(each);
            }
        }
        return new int[0];
    }

    private int[] key(UniqueKey unique) {
        int[] found = new int[unique.columns().size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = table.column(unique.columns().get(i));
            if (found[i] < 0 || !types[found[i]].canBeKey()) {
                return new int[0];
            }
        }
        return unique.isPlain() ? found : new int[0];
    }

    int columnCount() {
        return columns.length;
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

    /** Whether another account of the same table calls its cells by the same names. */
    boolean isContinuedBy(Relation other) {
        List<String> names = new ArrayList<>();
        for (int c = 0; c < other.columnCount(); c++) {
            names.add(other.columnName(c));
        }
        boolean same = key.length == other.key.length;
        for (int k = 0; same && k < key.length; k++) {
            same = columnName(key[k]).equals(other.columnName(other.key[k]));
        }
        for (int c = 0; same && c < columnCount(); c++) {
            same = names.contains(columnName(c));
        }
        return same;
    }

    String columnName(int column) {
        return table.columns().get(column).name();
    }
}
