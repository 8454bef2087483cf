package io.bateleur.sql.eval;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** A table as statements are compiled for it: its columns have numbers, its keys are arrays of them. */
public final class TableShape {

    /** @param folds whether texts that differ in case only are equal */
    public record Column(String name, SqlType type, boolean notNull, boolean folds) {}

    private final String name;
    private final List<Column> columns;
    private final int[] primaryKey;
    private final List<int[]> uniqueKeys;

    public TableShape(String name, List<Column> columns, int[] primaryKey, List<int[]> uniqueKeys) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.primaryKey = primaryKey.clone();
        this.uniqueKeys = List.copyOf(uniqueKeys);
    }

    public String name() {
        return name;
    }

    public List<Column> columns() {
        return columns;
    }

    /** Empty where there is none. */
    public int[] primaryKey() {
        return primaryKey;
    }

    /** All unique keys, the primary one included. */
    public List<int[]> uniqueKeys() {
        return uniqueKeys;
    }

    /** A value in the form that is equal by {@code equals} for all values of a column that SQL calls equal. */
    public Object normal(int column, Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
        }
        if (value instanceof String text) {
            Column described = columns.get(column);
            String blankless =
                    described.type().kind() == SqlType.Kind.CHAR || described.folds() ? text.stripTrailing() : text;
            return described.folds() ? blankless.toLowerCase(Locale.ROOT) : blankless;
        }
        return value;
    }

    @Override
    public String toString() {
        return name;
    }
}
