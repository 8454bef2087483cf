package io.bateleur.sql.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a transaction changed and locked and has not committed, as a log that can be taken back. */
final class OwnChanges {
    /**
     * @param version what it made of a row, or the committed version that it locked
     * @param before its version of the row until then, null: none
     */
    record Entry(
            RowVersion version,
            @Nullable RowVersion before,
            @Nullable Lock lock) {
        boolean isLock() {
            return lock != null;
        }
    }

    /** @param statement by its place in the transaction */
    record Lock(int statement, String mode) {}

    private record Savepoint(int place, int size) {}

    private static final int FEW = 8;

    /** So many changes of one transaction are usual; the table that more of them leave behind is not kept. */
    private static final int USUAL = 64;

    private Map<VersionedRow, RowVersion> current = new IdentityHashMap<>();
    private final Map<VersionedTable, Set<VersionedRow>> byTable = new IdentityHashMap<>();
    private final Map<VersionedTable, List<RowIndex>> indexes = new IdentityHashMap<>();
    private final List<Entry> log = new ArrayList<>();
    private final List<Savepoint> savepoints = new ArrayList<>();

    @Nullable
    RowVersion of(VersionedRow row) {
        return current.isEmpty() ? null : current.get(row);
    }

    Collection<RowVersion> versions() {
        return current.values();
    }

    /** Rows of a table that it changed. */
    Collection<VersionedRow> rows(VersionedTable table) {
        if (current.isEmpty()) {
            return List.of();
        }
        Set<VersionedRow> rows = byTable.get(table);
        return rows == null ? List.of() : rows;
    }

    /** Rows of a table that it changed and that may have, or once had, these values in these columns. */
    Collection<VersionedRow> rows(VersionedTable table, int[] columns, Object[] values) {
        Collection<VersionedRow> all = rows(table);
        if (all.size() <= FEW) {
            return all;
        }
        List<RowIndex> own = indexes.computeIfAbsent(table, none -> new ArrayList<>());
        RowIndex index = null;
        for (RowIndex each : own) {
            index = each.isFor(columns) ? each : index;
        }
        if (index == null) {
            index = new RowIndex(table.shape, columns.clone());
            for (Entry entry : log) {
                if (!entry.isLock() && entry.version.row.table == table && !entry.version.isDeleted()) {
                    index.add(entry.version.row, entry.version.values());
                }
            }
            own.add(index);
        }
        List<VersionedRow> found = new ArrayList<>();
        index.find(values, found);
        return found;
    }

    void put(RowVersion version) {
        redo(new Entry(version, null, null));
    }

    void lock(RowVersion committed, Lock lock) {
        log.add(new Entry(committed, null, lock));
    }

    /** Does again what was taken back. */
    void redo(Entry entry) {
        if (entry.isLock()) {
            log.add(entry);
            return;
        }
        VersionedRow row = entry.version.row;
        RowVersion before = current.put(row, entry.version);
        log.add(new Entry(entry.version, before, null));
        byTable.computeIfAbsent(row.table, none -> new LinkedHashSet<>()).add(row);
        List<RowIndex> own = indexes.isEmpty() || entry.version.isDeleted() ? null : indexes.get(row.table);
        if (own != null) {
            own.forEach(index -> index.add(row, entry.version.values()));
        }
    }

    int mark() {
        return log.size();
    }

    void undo(int mark) {
        while (log.size() > mark) {
            Entry entry = log.remove(log.size() - 1);
            VersionedRow row = entry.version.row;
            if (entry.isLock()) {
                continue;
            }
            if (entry.before == null) {
                current.remove(row);
                Set<VersionedRow> rows = byTable.get(row.table);
                if (rows != null) {
                    rows.remove(row);
                }
            } else {
                current.put(row, entry.before);
            }
        }
        while (!savepoints.isEmpty() && savepoints.get(savepoints.size() - 1).size > mark) {
            savepoints.remove(savepoints.size() - 1);
        }
    }

    List<Entry> since(int mark) {
        return List.copyOf(log.subList(mark, log.size()));
    }

    /** Everything, in order. */
    List<Entry> all() {
        return Collections.unmodifiableList(log);
    }

    List<Entry> locks() {
        return log.stream().filter(Entry::isLock).toList();
    }

    /** @param place of the statement that sets it */
    void savepoint(int place) {
        savepoints.add(new Savepoint(place, log.size()));
    }

    /** Goes back to a savepoint, which stays. */
    void rollbackTo(int place) {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            Savepoint savepoint = savepoints.get(i);
            if (savepoint.place == place) {
                savepoints.subList(i + 1, savepoints.size()).clear();
                undo(savepoint.size);
                return;
            }
        }
    }

    /** A state to go back to later, whatever happens in between. */
    OwnChanges copy() {
        OwnChanges copy = new OwnChanges();
        copy.restore(this);
        return copy;
    }

    void restore(OwnChanges state) {
        clear();
        state.log.forEach(this::redo);
        savepoints.addAll(state.savepoints);
    }

    void clear() {
        indexes.clear();
        if (log.size() > USUAL) {
            current = new IdentityHashMap<>();
        } else if (!current.isEmpty()) {
            current.clear();
        }
        byTable.clear();
        log.clear();
        savepoints.clear();
    }
}
