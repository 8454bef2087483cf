package io.bateleur.sql.eval;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.schema.UniqueKey;
import io.bateleur.sql.tree.SqlDialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** A table as statements are compiled for it: its columns have numbers, its keys are arrays of them. */
public final class TableShape {

    /** A column. */
    public record Column(String name, SqlType type, boolean notNull) {}

    private final BaseTable table;
    private final List<Column> columns = new ArrayList<>();
    private final int[] primaryKey;
    private final List<int[]> uniqueKeys = new ArrayList<>();
    private final List<int[]> lockedKeys = new ArrayList<>();

    /** Columns of which keys or foreign keys of the table say something. */
    private final BitSet ruled = new BitSet();

    private TableShape(BaseTable table, SqlDialect dialect) {
        this.table = table;
        for (TableColumn column : table.columns()) {
            columns.add(
                    new Column(column.name(), Types.of(column.type(), column.collation(), dialect), column.notNull()));
        }
        this.primaryKey = table.key() == null ? new int[0] : numbers(table.key().columns());
        for (UniqueKey key : table.keys()) {
            if (key.isPlain()) {
                Arrays.stream(numbers(key.columns()))
                        .filter(column -> column >= 0)
                        .forEach(ruled::set);
            } else {
                ruled.set(0, columns.size());
            }
            if (key.isPlain()) {
                uniqueKeys.add(numbers(key.columns()));
            }
            if (key.isPlain() && !key.deferrable()) {
                lockedKeys.add(numbers(key.columns()));
            }
        }
        table.references().forEach(reference -> Arrays.stream(numbers(reference.columns()))
                .filter(column -> column >= 0)
                .forEach(ruled::set));
    }

    public static TableShape of(BaseTable table, SqlDialect dialect) {
        return new TableShape(table, dialect);
    }

    /** The numbers of columns, by their names as they are stored. */
    int[] numbers(List<String> names) {
        return names.stream().mapToInt(table::column).toArray();
    }

    /** As traces write it. */
    public String name() {
        return table.name().toString();
    }

    public BaseTable table() {
        return table;
    }

    public List<Column> columns() {
        return columns;
    }

    /** Empty where there is none. */
    public int[] primaryKey() {
        return primaryKey;
    }

    /** All unique keys of columns alone that hold for all rows, the primary one included. */
    public List<int[]> uniqueKeys() {
        return uniqueKeys;
    }

    /** Whether two versions of a row are the same to the keys and the foreign keys of the table. */
    public boolean isSameToKeys(Object[] one, Object[] other) {
        for (int i = ruled.nextSetBit(0); i >= 0; i = ruled.nextSetBit(i + 1)) {
            if (one[i] != other[i] && (one[i] == null || !one[i].equals(other[i]))) {
                return false;
            }
        }
        return true;
    }

    /** Those of them of which two sessions cannot write the same values at the same time, as they are checked at once. */
    public List<int[]> lockedKeys() {
        return lockedKeys;
    }

    /**
     * A value, neither NULL nor unknown, in the form that is equal by {@code equals} for all values of a column that SQL calls equal;
     * unknown where nobody can say, so that such a row may be equal to any value.
     */
    public Object normal(int column, Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
        }
        if (value instanceof Double real) {
            return real == 0 ? (Object) 0.0 : real;
        }
        if (value instanceof String text) {
            SqlType type = columns.get(column).type();
            Collation collation = type.collation();
            return !collation.knows(text, "")
                    ? Unknown.UNKNOWN
                    : collation.normal(type.kind() == SqlType.Kind.CHAR ? text.stripTrailing() : text);
        }
        return value;
    }

    @Override
    public String toString() {
        return name();
    }
}
