package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.TableShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The committed versions of all rows, in the order in which transactions are taken; commits can be taken back. */
final class VersionStore {
    private final Map<TableShape, VersionedTable> tables = new IdentityHashMap<>();
    /** The rows that got a version, and the tables that nobody knows from then on, in order. */
    private final List<Object> trail = new ArrayList<>();
    /** Rows that have versions which nobody may see any more. */
    private List<VersionedRow> stale = new ArrayList<>();

    VersionedTable table(TableShape shape) {
        return tables.computeIfAbsent(shape, VersionedTable::new);
    }

    /** A row that was there at first. */
    void initial(TableShape shape, Object[] values) {
        VersionedTable table = table(shape);
        VersionedRow row = new VersionedRow(table);
        row.newest = new RowVersion(row, null, 0, values, Presence.SURE, null);
        table.rows.add(row);
        table.index(row, values);
    }

    /** Makes the changes of a transaction the newest versions. */
    void commit(LoggedTransaction writer, OwnChanges own) {
        for (RowVersion made : own.versions()) {
            VersionedRow row = made.row;
            if (row.newest == null && made.isDeleted()) {
                continue; // inserted and deleted by the same transaction
            }
            if (row.newest == null) {
                row.table.rows.add(row);
            }
            Object[] values = made.isDeleted() ? null : made.values();
            row.newest = new RowVersion(row, writer, made.statement, values, made.presence(), row.newest);
            if (values != null) {
                row.table.index(row, values);
            }
            trail.add(row);
            if (row.newest.previous != null || values == null) {
                stale.add(row);
            }
        }
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
        return trail.size();
    }

    void undo(int mark) {
        while (trail.size() > mark) {
            Object last = trail.remove(trail.size() - 1);
            if (last instanceof VersionedTable.Known known) {
                known.table().restore(known);
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
            row.table.rows.remove(row);
        }
        if (newest != null && !newest.isDeleted()) {
            // Other versions may have the same values.
            row.table.unindex(row, newest.values());
            for (RowVersion v = previous; v != null; v = v.previous) {
                if (!v.isDeleted()) {
                    row.table.index(row, v.values());
                }
            }
        }
    }

    /** Forgets what nobody may see who looks at or after a time; nothing can be taken back afterwards. */
    void forget(long horizon, Points points) {
        trail.clear();
        List<VersionedRow> left = new ArrayList<>();
        for (VersionedRow row : stale) {
            RowVersion seen = row.newest;
            while (seen != null && !isOlder(seen.writer, horizon, points)) {
                seen = seen.previous;
            }
            if (seen != null) {
                cut(row, seen);
                if (seen.isDeleted() && seen == row.newest) {
                    row.table.rows.remove(row);
                    continue;
                }
            }
            if (row.newest != null && (row.newest.previous != null || row.newest.isDeleted())) {
                left.add(row);
            }
        }
        stale = left;
    }

    private static void cut(VersionedRow row, RowVersion oldest) {
        for (RowVersion v = oldest.previous; v != null; v = v.previous) {
            if (!v.isDeleted()) {
                row.table.unindex(row, v.values());
            }
        }
        if (oldest.previous != null) {
            oldest.previous = null;
            for (RowVersion v = row.newest; v != null; v = v.previous) {
                if (!v.isDeleted()) {
                    row.table.index(row, v.values());
                }
            }
        }
    }

    private static boolean isOlder(@Nullable LoggedTransaction writer, long horizon, Points points) {
        return writer == null || points.high(writer.commitPoint) < horizon;
    }
}
