package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** All versions of all cells, in the order in which their writers are arbitrated. */
final class VersionStore {
    /** The writer of what was there at the start. */
    static final int INITIAL = -1;

    /** What one instance wrote of a row. @param cells columns, and {@link TableShape#ALIVE} */
    record Written(int writer, Map<String, @Nullable Object> cells) {}

    private final Application application;
    private final Map<RowKey, List<Written>> versions = new TreeMap<>();

    VersionStore(Application application, List<InitialRow> initial) {
        this.application = application;
        for (InitialRow row : initial) {
            Map<String, @Nullable Object> cells = new LinkedHashMap<>(row.values());
            cells.put(TableShape.ALIVE, true);
            RowKey key = RowKey.of(application.table(row.table()), row.values());
            versions.computeIfAbsent(key, any -> new ArrayList<>()).add(new Written(INITIAL, cells));
        }
    }

    /** Adds what an instance wrote, after all others. */
    void commit(int writer, Map<RowKey, Map<String, @Nullable Object>> own) {
        own.forEach((key, cells) -> versions.computeIfAbsent(key, any -> new ArrayList<>())
                .add(new Written(writer, new LinkedHashMap<>(cells))));
    }

    /** As if it had not committed, which it did last. */
    void takeBack(int writer) {
        versions.values().forEach(list -> list.removeIf(version -> version.writer() == writer));
    }

    List<Written> of(RowKey key) {
        return versions.getOrDefault(key, List.of());
    }

    /** The rows of a table that anybody ever wrote. */
    List<RowKey> keys(String table) {
        return versions.keySet().stream()
                .filter(key -> key.table().equals(table))
                .toList();
    }

    /** A row as these writers leave it; each of its cells is the last that one of them wrote. */
    Map<String, @Nullable Object> row(RowKey key, IntPredicate visible, @Nullable Map<String, @Nullable Object> own) {
        Map<String, @Nullable Object> row = bare(key);
        for (Written version : of(key)) {
            if (version.writer() == INITIAL || visible.test(version.writer())) {
                row.putAll(version.cells());
            }
        }
        if (own != null) {
            row.putAll(own);
        }
        return row;
    }

    /** A row after its first so many versions. */
    Map<String, @Nullable Object> rowAfter(RowKey key, int count) {
        Map<String, @Nullable Object> row = bare(key);
        of(key).subList(0, count).forEach(version -> row.putAll(version.cells()));
        return row;
    }

    private Map<String, @Nullable Object> bare(RowKey key) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        TableShape shape = application.table(key.table());
        shape.columns().keySet().forEach(column -> row.put(column, null));
        for (int i = 0; i < shape.key().size(); i++) {
            row.put(shape.key().get(i), key.values().get(i));
        }
        row.put(TableShape.ALIVE, false);
        return row;
    }

    static boolean alive(Map<String, @Nullable Object> row) {
        return Boolean.TRUE.equals(row.get(TableShape.ALIVE));
    }

    /** The rows that are there in the end. */
    Map<RowKey, Map<String, @Nullable Object>> last() {
        Map<RowKey, Map<String, @Nullable Object>> all = new TreeMap<>();
        for (RowKey key : versions.keySet()) {
            Map<String, @Nullable Object> row = row(key, any -> true, null);
            if (alive(row)) {
                all.put(key, row);
            }
        }
        return all;
    }
}
