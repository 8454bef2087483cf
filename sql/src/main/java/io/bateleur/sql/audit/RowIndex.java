package io.bateleur.sql.audit;

import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Unknown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows by the values that some columns have, or once had, in one of their versions. */
final class RowIndex {
    private final TableShape shape;
    private final int[] columns;
    private final Map<KeyValues, List<VersionedRow>> rows = new HashMap<>();
    /** Rows of which nobody knows the values: they may have any. */
    private final List<VersionedRow> unknown = new ArrayList<>();

    RowIndex(TableShape shape, int[] columns) {
        this.shape = shape;
        this.columns = columns;
    }

    boolean isFor(int[] other) {
        return java.util.Arrays.equals(columns, other);
    }

    void add(VersionedRow row, Object[] values) {
        KeyValues key = key(values);
        if (key == null) {
            if (!unknown.contains(row)) {
                unknown.add(row);
            }
            return;
        }
        List<VersionedRow> same = rows.computeIfAbsent(key, none -> new ArrayList<>(1));
        if (!same.contains(row)) {
            same.add(row);
        }
    }

    void remove(VersionedRow row, Object[] values) {
        KeyValues key = key(values);
        if (key == null) {
            unknown.remove(row);
            return;
        }
        List<VersionedRow> same = rows.get(key);
        if (same != null && same.remove(row) && same.isEmpty()) {
            rows.remove(key);
        }
    }

    /** Values as {@link TableShape#normal} makes them. */
    void find(Object[] values, List<VersionedRow> to) {
        List<VersionedRow> same = rows.get(new KeyValues(values));
        if (same != null) {
            to.addAll(same);
        }
        to.addAll(unknown);
    }

    private @Nullable KeyValues key(Object[] values) {
        Object[] key = new Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            Object value = values[columns[i]];
            if (Unknown.is(value)) {
                return null;
            }
            key[i] = value == null ? null : shape.normal(columns[i], value);
        }
        return new KeyValues(key);
    }
}
