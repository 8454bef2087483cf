package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Changes;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.Purpose;
import io.bateleur.sql.eval.Row;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Tables;
import io.bateleur.sql.eval.Unknown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transaction that a plain auditor executes: its snapshots, its changes, what it holds. */
final class PlainSession implements Tables, Changes {
    private static final long UNKNOWN_ROWS = -1;

    final LoggedTransaction transaction;
    private final PlainAuditor database;
    /** The state that plain reads see, and that changes look for rows in. */
    Map<Long, PlainRow> snapshot = Map.of();

    boolean hasSnapshot;
    /** The one that is being executed. */
    @Nullable
    LoggedStatement statement;

    private Map<Long, @Nullable PlainRow> own = new LinkedHashMap<>();
    /** Rows that it changed or locked, as they were committed then. */
    private Map<Long, @Nullable PlainRow> held = new HashMap<>();

    private Map<Integer, Saved> savepoints = new LinkedHashMap<>();

    private record Saved(Map<Long, @Nullable PlainRow> own, Map<Long, @Nullable PlainRow> held) {}

    PlainSession(LoggedTransaction transaction, PlainAuditor database) {
        this.transaction = transaction;
        this.database = database;
    }

    PlainSession copy() {
        PlainSession copy = new PlainSession(transaction, database);
        copy.snapshot = snapshot;
        copy.own = new LinkedHashMap<>(own);
        copy.held = new HashMap<>(held);
        copy.savepoints = new LinkedHashMap<>(savepoints);
        return copy;
    }

    Map<Long, @Nullable PlainRow> own() {
        return own;
    }

    /** Whether nobody else committed a change of what it changed or locked since then. */
    boolean holdsEverything() {
        return held.entrySet().stream()
                .allMatch(each -> Objects.equals(database.committed.get(each.getKey()), each.getValue()));
    }

    Set<Long> held() {
        return held.keySet();
    }

    private void hold(long row) {
        if (!held.containsKey(row)) {
            held.put(row, database.committed.get(row));
        }
    }

    private Map<Long, PlainRow> state(Purpose purpose) {
        SightRules rules = transaction.rules;
        boolean old = purpose == Purpose.READ
                ? rules.readsSnapshot(statement)
                : purpose != Purpose.UNIQUE && purpose != Purpose.REFERENCE && rules.changesFindInSnapshot();
        return old ? snapshot : database.committed;
    }

    @Override
    public Iterable<? extends Row> all(TableShape table, Purpose purpose) {
        List<PlainRow> rows = new ArrayList<>();
        Map<Long, PlainRow> state = state(purpose);
        state.forEach((id, row) -> {
            if (row.table() == table && !own.containsKey(id) && database.isKnown(row)) {
                rows.add(row);
            }
        });
        own.forEach((id, row) -> {
            if (row != null && row.table() == table && database.isKnown(row)) {
                rows.add(row);
            }
        });
        if (database.obscure.containsKey(table)) {
            Object[] values = new Object[table.columns().size()];
            Arrays.fill(values, Unknown.UNKNOWN);
            rows.add(new PlainRow(table, UNKNOWN_ROWS, values, Presence.MANY));
        }
        return rows;
    }

    @Override
    public @Nullable Row newest(TableShape table, Row row) {
        PlainRow found = (PlainRow) row;
        if (own.containsKey(found.id()) || found.presence() == Presence.MANY) {
            return found;
        }
        PlainRow now = database.committed.get(found.id());
        if (transaction.rules == SightRules.STRONG_SNAPSHOT && !Objects.equals(now, found)) {
            if (transaction.mayCommit()) {
                throw new Conflict(transaction);
            }
            return found;
        }
        return now;
    }

    @Override
    public int choose(int ways) {
        return database.ways.take(ways);
    }

    @Override
    public Row insert(TableShape table, Object[] values, Presence presence) {
        return put(new PlainRow(table, database.newRow(), values, presence));
    }

    @Override
    public Row update(TableShape table, Row old, Object[] values, Presence presence) {
        PlainRow row = (PlainRow) old;
        return row.presence() == Presence.MANY ? old : put(new PlainRow(table, row.id(), values, presence));
    }

    private Row put(PlainRow row) {
        own.put(row.id(), row);
        hold(row.id());
        return row;
    }

    @Override
    public void delete(TableShape table, Row old) {
        PlainRow row = (PlainRow) old;
        if (row.presence() != Presence.MANY) {
            own.put(row.id(), null);
            hold(row.id());
        }
    }

    @Override
    public void lock(TableShape table, Row row, String mode) {
        if (mode.equals("UPDATE") || mode.equals("NO KEY UPDATE")) {
            hold(((PlainRow) row).id());
        }
    }

    @Override
    public void obscure(TableShape table) {
        database.forget(table);
    }

    @Override
    public Object mark() {
        return new Saved(new LinkedHashMap<>(own), new HashMap<>(held));
    }

    @Override
    public void undo(Object mark) {
        Saved saved = (Saved) mark;
        own = new LinkedHashMap<>(saved.own);
        held = new HashMap<>(saved.held);
    }

    void savepoint(int place) {
        savepoints.put(place, (Saved) mark());
    }

    void rollbackTo(int place) {
        Saved saved = savepoints.get(place);
        if (saved != null) {
            undo(saved);
        }
    }

    /** A state with the changes of this transaction. */
    Map<Long, PlainRow> committed(Map<Long, PlainRow> before) {
        Map<Long, PlainRow> after = new HashMap<>(before);
        own.forEach((id, row) -> {
            if (row == null) {
                after.remove(id);
            } else {
                after.put(id, Objects.requireNonNull(row));
            }
        });
        return after;
    }
}
