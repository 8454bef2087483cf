package io.bateleur.sql.audit;

import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Unknown;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows by the values that some columns have, or once had, in one of their versions. */
class RowIndex {
    private static final Object NULL = new Object();

    private final TableShape shape;
    final int[] columns;
    /** By the values, a row, or a set of them. */
    private final Map<Object, Object> rows = new HashMap<>();
    /** Rows of which nobody knows the values: they may have any. */
    private final Set<VersionedRow> unknown = new LinkedHashSet<>();

    RowIndex(TableShape shape, int[] columns) {
        this.shape = shape;
        this.columns = columns;
    }

    boolean isFor(int[] other) {
        return Arrays.equals(columns, other);
    }

    /** Finds a row by a version of it, the older ones of which it is found by already. */
    void add(VersionedRow row, @Nullable RowVersion version) {
        if (version == null || version.isDeleted()) {
            return;
        }
        RowVersion previous = version.previous;
        if (previous == null || previous.isDeleted() || !isSame(previous.values(), version.values())) {
            add(row, version.values());
        }
    }

    void add(VersionedRow row, Object[] values) {
        Object key = key(values);
        if (key == null) {
            unknown.add(row);
            return;
        }
        Object same = rows.putIfAbsent(key, row);
        if (same == null) {
            appears(key);
        }
        if (same instanceof VersionedRow other && other != row) {
            Set<VersionedRow> both = new LinkedHashSet<>();
            both.add(other);
            both.add(row);
            rows.put(key, both);
        } else if (same instanceof Set<?>) {
            set(same).add(row);
        }
    }

    /** The row has not this version any more. */
    void remove(VersionedRow row, RowVersion gone) {
        if (gone.isDeleted()) {
            return;
        }
        Object key = null;
        boolean keyed = false;
        for (RowVersion v = row.newest; v != null; v = v.previous) {
            if (v.isDeleted()) {
                continue;
            }
            if (isSame(v.values(), gone.values())) {
                return;
            }
            // Other values may be equal all the same.
            if (!keyed) {
                key = key(gone.values());
                keyed = true;
            }
            if (Objects.equals(key, key(v.values()))) {
                return;
            }
        }
        remove(row, keyed ? key : key(gone.values()));
    }

    private void remove(VersionedRow row, @Nullable Object key) {
        if (key == null) {
            unknown.remove(row);
            return;
        }
        Object same = rows.get(key);
        if (same == row) {
            rows.remove(key);
            vanishes(key);
        } else if (same instanceof Set<?>) {
            Set<VersionedRow> set = set(same);
            set.remove(row);
            if (set.isEmpty()) {
                rows.remove(key);
                vanishes(key);
            }
        }
    }

    /** These values are those of a row now, and were of none. */
    void appears(Object key) {}

    /** These values are those of no row any more. */
    void vanishes(Object key) {}

    /** Rows of which nobody knows these values. */
    Set<VersionedRow> unknown() {
        return unknown;
    }

    /** The rows of these values alone. */
    void known(Object key, Collection<VersionedRow> to) {
        Object same = rows.get(key);
        if (same instanceof VersionedRow row) {
            to.add(row);
        } else if (same != null) {
            to.addAll(set(same));
        }
    }

    /** Values as {@link TableShape#normal} makes them. */
    void find(Object[] values, Collection<VersionedRow> to) {
        known(values.length == 1 ? single(values[0]) : new KeyValues(values), to);
        to.addAll(unknown);
    }

    @SuppressWarnings("unchecked")
    private static Set<VersionedRow> set(Object same) {
        return (Set<VersionedRow>) same;
    }

    private boolean isSame(Object[] one, Object[] other) {
        for (int column : columns) {
            if (one[column] != other[column] && !Objects.equals(one[column], other[column])) {
                return false;
            }
        }
        return true;
    }

    private static Object single(@Nullable Object value) {
        return value == null ? NULL : value;
    }

    private @Nullable Object key(Object[] values) {
        if (columns.length == 1) {
            Object value = values[columns[0]];
            return Unknown.is(value) ? null : value == null ? NULL : shape.normal(columns[0], value);
        }
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
