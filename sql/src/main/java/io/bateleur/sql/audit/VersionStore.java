package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.TableShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The committed versions of all rows, in the order in which transactions are taken; commits can be taken back. */
final class VersionStore {
    private final Map<TableShape, VersionedTable> tables = new IdentityHashMap<>();
    /** The rows that got a version, and the tables that nobody knows from then on, in order. */
    private List<Object> trail = new ArrayList<>();
    /** So many of them are not taken back any more. */
    private int settled;
    /** Rows that have versions which somebody may not see, or nobody any more. */
    private List<VersionedRow> unsettled = new ArrayList<>();

    VersionedTable table(TableShape shape) {
        return tables.computeIfAbsent(shape, VersionedTable::new);
    }

    /** A row that was there at first. */
    void initial(TableShape shape, Object[] values) {
        VersionedTable table = table(shape);
        VersionedRow row = new VersionedRow(table);
        row.newest = new RowVersion(row, null, 0, values, Presence.SURE, null);
        table.add(row);
        table.index(row);
    }

    /** Makes the changes of a transaction the newest versions. */
    void commit(LoggedTransaction writer, OwnChanges own) {
        for (RowVersion made : own.versions()) {
            VersionedRow row = made.row;
            if (row.newest == null && made.isDeleted()) {
                continue; // inserted and deleted by the same transaction
            }
            if (row.newest == null) {
                row.table.add(row);
            }
            Object[] values = made.isDeleted() ? null : made.values();
            row.newest = new RowVersion(row, writer, made.statement, values, made.presence(), row.newest);
            row.table.index(row);
            trail.add(row);
            if (!row.isUnsettled) {
                row.isUnsettled = true;
                unsettled.add(row);
            }
        }
    }

    /** What was held before. */
    private record RowHolds(VersionedRow row, List<Hold> before) {}

    private record KeyHolds(VersionedTable table, Holds.HeldKey key, List<Hold> before) {}

    void hold(VersionedRow row, List<Hold> holds) {
        trail.add(new RowHolds(row, row.holds));
        row.holds = holds;
    }

    void hold(VersionedTable table, Holds.HeldKey key, List<Hold> holds) {
        List<Hold> before = table.heldKeys.put(key, holds);
        trail.add(new KeyHolds(table, key, before == null ? List.of() : before));
    }

    void obscure(VersionedTable table) {
        if (!table.obscure || !table.rows.isEmpty()) {
            trail.add(table.forgetRows());
        }
    }

    /**
     * What the rows are, whatever they are called and in which order they came.
     *
     * @param versions whether older versions count
     * @param order whose commits count with their places
     */
    Object contents(boolean versions, List<LoggedTransaction> order) {
        Map<Object, Integer> rows = new HashMap<>();
        for (VersionedTable table : tables.values()) {
            for (VersionedRow row : table.rows) {
                List<Object> line = new ArrayList<>();
                line.add(table.shape.name());
                Collection<Object> states = order.isEmpty() && versions ? new HashSet<>() : new ArrayList<>();
                for (RowVersion v = row.newest; v != null; v = versions ? v.previous : null) {
                    Object state = v.isDeleted() ? "" : new KeyValues(v.values());
                    states.add(order.isEmpty() ? state : List.of(state, order.indexOf(v.writer)));
                    if (v.previous == null && v.writer != null && versions) {
                        states.add("before");
                    }
                }
                line.add(states);
                rows.merge(line, 1, Integer::sum);
            }
            if (table.obscure) {
                rows.put(table.shape.name(), 1);
            }
        }
        return rows;
    }

    List<VersionedRow> rows() {
        return tables.values().stream().flatMap(table -> table.rows.stream()).toList();
    }

    /** Tables of which something is not known. */
    List<TableShape> obscure() {
        return tables.values().stream()
                .filter(table -> table.obscure)
                .map(table -> table.shape)
                .toList();
    }

    /** All rows as they are after everything that was committed. */
    List<PlainRow> newest() {
        List<PlainRow> rows = new ArrayList<>();
        for (VersionedTable table : tables.values()) {
            for (VersionedRow row : table.rows) {
                RowVersion newest = row.newest;
                if (newest != null && !newest.isDeleted()) {
                    rows.add(new PlainRow(table.shape, rows.size(), newest.values(), newest.presence()));
                }
            }
        }
        return rows;
    }

    int mark() {
        return settled + trail.size();
    }

    void undo(int mark) {
        while (mark() > mark) {
            Object last = trail.remove(trail.size() - 1);
            if (last instanceof VersionedTable.Known known) {
                known.table().restore(known);
            } else if (last instanceof RowHolds held) {
                held.row.holds = held.before;
            } else if (last instanceof KeyHolds held) {
                held.table.heldKeys.put(held.key, held.before);
            } else {
                undo((VersionedRow) last);
            }
        }
    }

    private static void undo(VersionedRow row) {
        RowVersion newest = row.newest;
        RowVersion previous = newest == null ? null : newest.previous;
        row.newest = previous;
        if (previous == null) {
            row.table.remove(row);
        }
        if (newest != null) {
            row.table.unindex(row, newest);
        }
    }

    /**
     * Forgets what nobody sees who looks at or after a time; what was committed before a mark is not taken back afterwards. Who wrote the
     * version that everybody sees does not matter any more: it is as if it had been there at first.
     */
    void forget(long horizon, int mark) {
        trail = new ArrayList<>(trail.subList(mark - settled, trail.size()));
        settled = mark;
        List<VersionedRow> left = new ArrayList<>();
        for (VersionedRow row : unsettled) {
            if (isUnsettled(row, horizon)) {
                left.add(row);
            } else {
                row.isUnsettled = false;
            }
        }
        unsettled = left;
    }

    private static boolean isUnsettled(VersionedRow row, long horizon) {
        RowVersion newest = row.newest;
        if (newest == null) {
            return false; // its insert was taken back
        }
        RowVersion seen = newest;
        while (seen != null && !isSettled(seen, horizon)) {
            seen = seen.previous;
        }
        if (seen == null) {
            return true;
        }
        RowVersion gone = seen.previous;
        seen.previous = null;
        seen.writer = null;
        for (; gone != null; gone = gone.previous) {
            row.table.unindex(row, gone);
        }
        if (seen != newest) {
            return true;
        }
        if (newest.isDeleted()) {
            row.table.remove(row);
        }
        return false;
    }

    private static boolean isSettled(RowVersion version, long horizon) {
        LoggedTransaction writer = version.writer;
        return writer == null || writer.ending == Ending.COMMITTED && writer.endAfter < horizon;
    }
}
