package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Changes;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.Purpose;
import io.bateleur.sql.eval.Row;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.eval.Tables;
import io.bateleur.sql.eval.Unknown;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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

    /** How strongly it holds rows, and the keys that it wrote. */
    private Map<Long, LockMode> locks = new HashMap<>();

    private Set<List<Object>> keys = new HashSet<>();
    boolean isOver;

    private record Saved(
            Map<Long, @Nullable PlainRow> own,
            Map<Long, @Nullable PlainRow> held,
            Map<Long, LockMode> locks,
            Set<List<Object>> keys) {}

    PlainSession(LoggedTransaction transaction, PlainAuditor database) {
        this.transaction = transaction;
        this.database = database;
    }

    PlainSession copy() {
        PlainSession copy = new PlainSession(transaction, database);
        copy.snapshot = snapshot;
        copy.own = new LinkedHashMap<>(own);
        copy.held = new HashMap<>(held);
        copy.locks = new HashMap<>(locks);
        copy.keys = new HashSet<>(keys);
        copy.isOver = isOver;
        copy.hasSnapshot = hasSnapshot;
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

    private void hold(long row) {
        if (!held.containsKey(row)) {
            held.put(row, database.committed.get(row));
        }
    }

    /** Whether its rows keep the rules of their tables with everything that is committed. */
    boolean keepsRules(Evaluation evaluation) {
        isOver = true;
        return own.entrySet().stream().allMatch(each -> {
            PlainRow now = each.getValue();
            PlainRow base = held.get(each.getKey());
            if (now == null && base == null || now != null && now.presence() != Presence.SURE) {
                return true;
            }
            TableShape table =
                    now != null ? now.table() : Objects.requireNonNull(base).table();
            return evaluation.mayCommit(table, base == null ? null : base.values(), now, this);
        });
    }

    private Map<Long, PlainRow> state(Purpose purpose) {
        if (isOver) {
            return database.committed;
        }
        boolean old = transaction.rules.looksInSnapshot(statement, purpose);
        // A statement that failed before the snapshot was taken had one of its own.
        return old && hasSnapshot ? snapshot : database.committed;
    }

    @Override
    public Iterable<? extends Row> all(TableShape table, Purpose purpose) {
        List<PlainRow> rows = new ArrayList<>();
        Map<Long, PlainRow> state = state(purpose);
        if (!isOver && purpose == Purpose.UNIQUE && transaction.rules.uniqueInSnapshotToo()) {
            Map<Long, PlainRow> both = new HashMap<>(state);
            snapshot.forEach(
                    (id, row) -> both.putIfAbsent(id, new PlainRow(row.table(), id, row.values(), Presence.MAYBE)));
            state = both;
        }
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
        lockChange(row.table(), row.id(), row.values());
        own.put(row.id(), row);
        hold(row.id());
        return row;
    }

    private void lockChange(TableShape table, long id, Object @Nullable [] now) {
        SqlDialect engine = database.engine;
        if (engine == null) {
            return;
        }
        PlainRow base = held.containsKey(id) ? held.get(id) : database.committed.get(id);
        PlainRow before = own.containsKey(id) ? own.get(id) : base;
        if (base != null) {
            raise(id, LockMode.ofChange(table.lockedKeys(), base.values(), now, engine));
        }
        for (int i = 0; now != null && i < table.lockedKeys().size(); i++) {
            List<Object> key = key(table, i, now);
            if (!key.isEmpty() && (before == null || !key.equals(key(table, i, before.values())))) {
                keys.add(key);
            }
        }
    }

    /** Empty where some of it is not known, or NULL. */
    private static List<Object> key(TableShape table, int number, Object[] values) {
        List<Object> key = new ArrayList<>(List.of(table.name(), number));
        for (int column : table.lockedKeys().get(number)) {
            if (values[column] == null || Unknown.is(values[column])) {
                return List.of();
            }
            key.add(table.normal(column, values[column]));
        }
        return key;
    }

    private void raise(long id, LockMode mode) {
        locks.merge(id, mode, (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    /** Whether it holds something that another session holds, which is not over. */
    boolean meets(PlainSession other) {
        boolean lost = transaction.ending == Ending.UNKNOWN || other.transaction.ending == Ending.UNKNOWN;
        if (other.isOver || lost) {
            return false;
        }
        return !Collections.disjoint(keys, other.keys)
                || locks.entrySet().stream().anyMatch(each -> {
                    LockMode theirs = other.locks.get(each.getKey());
                    return theirs != null && theirs.conflicts(each.getValue());
                });
    }

    @Override
    public void delete(TableShape table, Row old) {
        PlainRow row = (PlainRow) old;
        if (row.presence() != Presence.MANY) {
            lockChange(table, row.id(), null);
            own.put(row.id(), null);
            hold(row.id());
        }
    }

    @Override
    public void lock(TableShape table, Row row, String mode) {
        if (mode.equals("UPDATE") || mode.equals("NO KEY UPDATE")) {
            hold(((PlainRow) row).id());
        }
        SqlDialect engine = database.engine;
        LockMode lock = engine == null ? null : LockMode.of(mode, engine);
        if (lock != null && database.committed.containsKey(((PlainRow) row).id())) {
            raise(((PlainRow) row).id(), lock);
        }
    }

    @Override
    public void obscure(TableShape table) {
        database.forget(table);
    }

    @Override
    public Object mark() {
        return new Saved(new LinkedHashMap<>(own), new HashMap<>(held), new HashMap<>(locks), new HashSet<>(keys));
    }

    @Override
    public void undo(Object mark) {
        Saved saved = (Saved) mark;
        own = new LinkedHashMap<>(saved.own);
        held = new HashMap<>(saved.held);
        locks = new HashMap<>(saved.locks);
        keys = new HashSet<>(saved.keys);
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
