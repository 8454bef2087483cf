package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows in memory: one state, changed by one statement after the other, and taken back to any mark. */
public final class PlainTables implements Tables, Changes {
    private final Map<String, Heap> heaps = new HashMap<>();
    private final List<Runnable> undo = new ArrayList<>();

    private static final class PlainRow implements Row {
        private final Object[] values;
        private final Presence presence;

        PlainRow(Object[] values, Presence presence) {
            this.values = values;
            this.presence = presence;
        }

        @Override
        public Object[] values() {
            return values;
        }

        @Override
        public Presence presence() {
            return presence;
        }
    }

    /** The rows of one table in the order in which they came, with an index for each set of columns that was asked for. */
    private static final class Heap {
        final Set<Row> rows = new LinkedHashSet<>();
        final List<Index> indexes = new ArrayList<>();
        final TableShape table;
        /** What stands for all rows that are not known; null where all are. */
        @Nullable
        Row others;

        Heap(TableShape table) {
            this.table = table;
        }

        Index index(int[] columns) {
            for (Index index : indexes) {
                if (Arrays.equals(index.columns, columns)) {
                    return index;
                }
            }
            Index index = new Index(table, columns.clone());
            indexes.add(index);
            rows.forEach(index::add);
            return index;
        }

        void add(Row row) {
            rows.add(row);
            indexes.forEach(index -> index.add(row));
        }

        void remove(Row row) {
            rows.remove(row);
            indexes.forEach(index -> index.remove(row));
        }
    }

    private static final class Index {
        final TableShape table;
        final int[] columns;
        final Map<List<Object>, Set<Row>> rows = new HashMap<>();
        /** Those of which some column is not known. */
        final Set<Row> any = new LinkedHashSet<>();

        Index(TableShape table, int[] columns) {
            this.table = table;
            this.columns = columns;
        }

        /** Null where a column is NULL. */
        private @Nullable Set<Row> place(Row row) {
            Object[] key = new Object[columns.length];
            for (int i = 0; i < key.length; i++) {
                Object value = row.values()[columns[i]];
                if (value == null) {
                    return null;
                }
                key[i] = Unknown.is(value) ? value : table.normal(columns[i], value);
            }
            return Unknown.in(key) ? any : rows.computeIfAbsent(Arrays.asList(key), none -> new LinkedHashSet<>());
        }

        void add(Row row) {
            Set<Row> place = place(row);
            if (place != null) {
                place.add(row);
            }
        }

        void remove(Row row) {
            Set<Row> place = place(row);
            if (place != null) {
                place.remove(row);
            }
        }
    }

    private Heap heap(TableShape table) {
        Heap heap = heaps.get(table.name());
        if (heap == null) {
            heap = new Heap(table);
            heaps.put(table.name(), heap);
        }
        return heap;
    }

    // ---- reading

    @Override
    public Iterable<? extends Row> all(TableShape table, Purpose purpose) {
        Heap heap = heap(table);
        List<Row> rows = new ArrayList<>(heap.rows);
        if (heap.others != null) {
            rows.add(heap.others);
        }
        return rows;
    }

    @Override
    public Iterable<? extends Row> equal(TableShape table, int[] columns, Object[] values, Purpose purpose) {
        Heap heap = heap(table);
        Index index = heap.index(columns);
        Set<Row> found = index.rows.getOrDefault(Arrays.asList(values), Set.of());
        List<Row> rows = new ArrayList<>(found);
        rows.addAll(index.any);
        if (heap.others != null) {
            rows.add(heap.others);
        }
        return rows;
    }

    // ---- changing

    @Override
    public Row insert(TableShape table, Object[] values, Presence presence) {
        Row row = new PlainRow(values, presence);
        Heap heap = heap(table);
        heap.add(row);
        undo.add(() -> heap.remove(row));
        return row;
    }

    @Override
    public Row update(TableShape table, Row old, Object[] values, Presence presence) {
        Heap heap = heap(table);
        if (old == heap.others) {
            return old;
        }
        Row row = new PlainRow(values, presence);
        heap.remove(old);
        heap.add(row);
        undo.add(() -> {
            heap.remove(row);
            heap.add(old);
        });
        return row;
    }

    @Override
    public void delete(TableShape table, Row old) {
        Heap heap = heap(table);
        if (old == heap.others) {
            return;
        }
        heap.remove(old);
        undo.add(() -> heap.add(old));
    }

    @Override
    public void obscure(TableShape table) {
        Heap heap = heap(table);
        Object[] values = new Object[table.columns().size()];
        Arrays.fill(values, Unknown.UNKNOWN);
        Row before = heap.others;
        List<Row> rows = List.copyOf(heap.rows);
        rows.forEach(heap::remove);
        heap.others = new PlainRow(values, Presence.MANY);
        undo.add(() -> {
            heap.others = before;
            rows.forEach(heap::add);
        });
    }

    @Override
    public Object mark() {
        return undo.size();
    }

    @Override
    public void undo(Object mark) {
        while (undo.size() > (Integer) mark) {
            undo.remove(undo.size() - 1).run();
        }
    }

    @Override
    public void commit() {
        keep();
    }

    @Override
    public void rollback() {
        undo(0);
    }

    /** Keeps everything that was done: no mark before this can be gone back to. */
    public void keep() {
        undo.clear();
    }

    /** Drops the rows of a table. @return them, to be put back by {@link #restore}; null: none */
    @Nullable
    Object forget(TableShape table) {
        return heaps.remove(table.name());
    }

    void restore(TableShape table, @Nullable Object rows) {
        if (rows instanceof Heap heap) {
            heaps.put(table.name(), heap);
        }
    }
}
