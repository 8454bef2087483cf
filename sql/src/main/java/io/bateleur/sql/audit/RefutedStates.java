package io.bateleur.sql.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** States from which, as is known, nothing explains what is left. */
final class RefutedStates {
    private final AuditLevel level;
    private final VersionStore store;
    private final Set<List<Object>> exact = new HashSet<>();
    private final Map<Object, List<Map<VersionedRow, Readable>>> readable = new HashMap<>();

    /** The contents of a row that may be read, and its keys now. */
    private record Readable(Set<Object> contents, Object now) {}

    RefutedStates(AuditLevel level, VersionStore store) {
        this.level = level;
        this.store = store;
    }

    boolean contains(Object left, List<LoggedTransaction> order) {
        if (level != AuditLevel.PAPER_READ_COMMITTED) {
            return exact.contains(Arrays.asList(left, state(order)));
        }
        Map<VersionedRow, Readable> here = readable();
        return readable.getOrDefault(left, List.of()).stream().anyMatch(other -> allows(other, here));
    }

    void add(Object left, List<LoggedTransaction> order) {
        if (level == AuditLevel.PAPER_READ_COMMITTED) {
            readable.computeIfAbsent(left, none -> new ArrayList<>()).add(readable());
        } else {
            exact.add(Arrays.asList(left, state(order)));
        }
    }

    private Object state(List<LoggedTransaction> order) {
        boolean snapshots = level == AuditLevel.SNAPSHOT_ISOLATION;
        return store.contents(snapshots, snapshots ? order : List.of());
    }

    private Map<VersionedRow, Readable> readable() {
        Map<VersionedRow, Readable> all = new HashMap<>();
        for (VersionedRow row : store.rows()) {
            Set<Object> contents = new HashSet<>();
            for (RowVersion v = row.newest; v != null; v = v.previous) {
                contents.add(v.isDeleted() ? "" : new KeyValues(v.values()));
                if (v.previous == null && v.writer != null) {
                    contents.add("");
                }
            }
            all.put(row, new Readable(contents, now(row)));
        }
        return all;
    }

    private static Object now(VersionedRow row) {
        RowVersion newest = row.newest;
        if (newest == null || newest.isDeleted()) {
            return "";
        }
        List<Object> keys = new ArrayList<>();
        for (int[] columns : row.table.shape.uniqueKeys()) {
            for (int column : columns) {
                keys.add(newest.values()[column]);
            }
        }
        return keys;
    }

    /** Whether whatever can be read in one state can be read in the other. */
    private static boolean allows(Map<VersionedRow, Readable> more, Map<VersionedRow, Readable> less) {
        if (!more.keySet().equals(less.keySet())) {
            return false;
        }
        return less.entrySet().stream().allMatch(each -> {
            Readable other = more.get(each.getKey());
            return other != null
                    && other.now.equals(each.getValue().now)
                    && other.contents.containsAll(each.getValue().contents);
        });
    }
}
