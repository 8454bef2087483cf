package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.Reach;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a transaction has been lifted to so far. */
final class Workspace {
    private static final int MANY = 1000;

    private record Mark(Name name, int size, int emptied) {}

    private record Emptied(Relation relation, int at, int statement) {}

    private final SideEffects effects;
    private @Nullable Schema schema;
    private List<Op> ops = new ArrayList<>();
    private final List<Mark> savepoints = new ArrayList<>();
    /** The contents that the transaction itself has written, where they are known. */
    private Map<Value, Value> known = new HashMap<>();

    /** Cells that the transaction wrote, perhaps with what they held already. */
    private Set<Value> rewritten = new HashSet<>();

    /** Their tables, by name. */
    private final Set<Value> reentered = new HashSet<>();

    private final List<Emptied> emptied = new ArrayList<>();
    private int transaction;
    private int statement;
    private @Nullable String lock;
    private boolean passing;
    private boolean forgets;
    private long since;
    private boolean alone;
    /** Whether there was a write among what was taken already. */
    private boolean wrote;

    Workspace(SideEffects effects) {
        this.effects = effects;
    }

    /**
     * @param passesOver whether a locking read may pass over rows that it had to wait for
     * @param forgetsUnchanged whether a plain read sees its old snapshot also where the transaction has since written what was there already
     */
    void begin(int number, boolean passesOver, boolean forgetsUnchanged) {
        transaction = number;
        passing = passesOver;
        forgets = forgetsUnchanged;
        reentered.clear();
        emptied.clear();
        ops = ops.size() > MANY ? new ArrayList<>() : ops;
        ops.clear();
        savepoints.clear();
        wrote = false;
        forget();
    }

    /** A large map is as dear to clear as it once was to fill: after a load, that would be so for each transaction. */
    private void forget() {
        if (!known.isEmpty()) {
            known = new HashMap<>();
        }
        if (!rewritten.isEmpty()) {
            rewritten = new HashSet<>();
        }
    }

    /** @param known what is known of the database @param before when it was sent @param only whether its transaction has no other one */
    void statement(int number, Schema known, long before, boolean only) {
        statement = number;
        schema = known;
        alone = only;
        since = before;
        lock = null;
    }

    // ---- what cannot be told

    private Schema schema() {
        if (schema == null) {
            throw new IllegalStateException("no statement has begun");
        }
        return schema;
    }

    /** The statement may have written this. */
    void taint(Reach reach, String why) {
        if (reach.isNothing()) {
            return;
        }
        known = new HashMap<>();
        if (reach.anything() != null) {
            effects.everything(since, reach.anything().why());
        }
        for (BaseTable table : reach.tables()) {
            Relation relation = schema().relation(table);
            BitSet columns = reach.columns(table);
            // A row with another key is another row.
            boolean key = Arrays.stream(relation.key).anyMatch(columns::get);
            if (key) {
                effects.unknownTable(relation, since, why);
            } else {
                columns.stream().forEach(column -> effects.unknown(relation, column, since, why));
            }
        }
    }

    void taint(Relation relation, int column, String why) {
        effects.unknown(relation, column, since, why);
        known = new HashMap<>();
    }

    /** Something of a table cannot be told any more. */
    void taint(Relation relation, String why) {
        effects.unknownTable(relation, since, why);
        known = new HashMap<>();
    }

    /** What the transaction has written may not have happened. */
    void taintWritten(String why) {
        ops.stream().filter(Op::isWrite).forEach(op -> effects.unknown(op.relation(), op.column(), since, why));
        known = new HashMap<>();
    }

    void taintAll(String why) {
        effects.everything(since, why);
        known = new HashMap<>();
    }

    /** What a statement says makes all doubtful that is told of a table. */
    void doubt(Relation relation, String why) {
        effects.doubtful(relation, since, why);
    }

    /** What goes or changes when rows of a table go. */
    Reach cascades(Target target) {
        return schema().reaches.cascades(target.relation().table, null, target.path());
    }

    boolean isAlone() {
        return alone;
    }

    /** @param mode how the rows are locked that come next; null where they are not */
    void locking(@Nullable String mode) {
        lock = mode;
    }

    /** Whether the statement may not have returned rows that were there all the time. */
    boolean passesOver() {
        return lock != null && passing;
    }

    List<Op> ops() {
        return ops;
    }

    boolean hasWritten() {
        return wrote || ops.stream().anyMatch(Op::isWrite);
    }

    /** Whether what was lifted may still be undone by a rollback to a savepoint. */
    boolean isRevocable() {
        return !savepoints.isEmpty();
    }

    /** Takes what the transaction was lifted to so far, which nothing undoes any more. */
    List<Op> take() {
        List<Op> taken = ops;
        wrote |= hasWritten();
        ops = new ArrayList<>();
        emptied.clear();
        return taken;
    }

    // ---- reads

    void get(Relation relation, int column, List<Value> row, Value value) {
        Value key = relation.cell(column, row);
        if (!isForgotten(key) || value.equals(known.get(key))) {
            add(Op.Kind.GET, relation, column, key, value, null);
        }
    }

    private boolean isForgotten(Value key) {
        return forgets && lock == null && rewritten.contains(key);
    }

    /** The row is there. */
    void exists(Relation relation, List<Value> row) {
        get(relation, relation.existence(), row, row.get(0));
    }

    /** The row is not there. */
    void absent(Relation relation, List<Value> row) {
        int column = relation.existence();
        Value key = relation.cell(column, row);
        if (!isForgotten(key)) {
            add(Op.Kind.GET_ABSENT, relation, column, key, null, null);
        }
    }

    /** These are all rows whose first cell lies in a range. */
    void scan(Relation relation, Value low, Value high, List<List<Value>> rows) {
        if (!forgets || lock != null || !reentered.contains(relation.name)) {
            add(Op.Kind.SCAN, relation, relation.existence(), low, null, new Op.Scanned(high, rows));
        }
    }

    // ---- writes

    /** Writes a cell of a row that may have been there: perhaps what it held already. */
    void put(Relation relation, int column, List<Value> row, @Nullable Value value) {
        Value key = relation.cell(column, row);
        if (forgets) {
            rewritten.add(key);
            if (column == relation.existence()) {
                reentered.add(relation.name);
            }
        }
        write(relation, column, key, value);
    }

    /** Writes a cell of a row that was not there. */
    void insert(Relation relation, int column, List<Value> row, @Nullable Value value) {
        write(relation, column, relation.cell(column, row), value);
    }

    private void write(Relation relation, int column, Value key, @Nullable Value value) {
        if (value == null) {
            known.remove(key);
        } else {
            known.put(key, value);
        }
        add(Op.Kind.PUT, relation, column, key, value, null);
    }

    /** The row was not there, and now it is. */
    void born(Relation relation, List<Value> row) {
        effects.born(transaction, relation, row);
    }

    void delete(Relation relation, List<Value> row) {
        effects.deleted(relation, row);
        for (int c = 0; c < relation.columnCount(); c++) {
            if (relation.keyPlace(c) <= 0) {
                Value key = relation.cell(c, row);
                known.remove(key);
                add(Op.Kind.DELETE, relation, c, key, null, null);
            }
        }
    }

    /** All rows of a table went, and with them what they take along unless there is none. */
    void clear(Relation relation, Collection<Relation> children) {
        for (Relation child : children) {
            if (!isEmptied(child)) {
                effects.needsEmpty(transaction, child, since);
            }
        }
        known = new HashMap<>();
        emptied.add(new Emptied(relation, ops.size(), statement));
        effects.cleared(transaction, statement, relation, since).forEach(row -> delete(relation, row));
    }

    /** Whether this transaction emptied a table, and put nothing into it since. */
    private boolean isEmptied(Relation relation) {
        for (int i = emptied.size() - 1; i >= 0; i--) {
            if (emptied.get(i).relation == relation) {
                return ops.subList(emptied.get(i).at, ops.size()).stream()
                        .noneMatch(op -> op.relation() == relation && op.kind() == Op.Kind.PUT);
            }
        }
        return false;
    }

    /** What the transaction itself last wrote there, or null. */
    @Nullable
    Value written(Relation relation, int column, List<Value> row) {
        return known.isEmpty() ? null : known.get(relation.cell(column, row));
    }

    private void add(
            Op.Kind kind,
            Relation relation,
            int column,
            Value key,
            @Nullable Value value,
            Op.@Nullable Scanned scanned) {
        ops.add(new Op(kind, relation, column, key, value, scanned, lock, statement));
    }

    // ---- savepoints

    void savepoint(Name name) {
        savepoints.add(new Mark(name, ops.size(), emptied.size()));
    }

    /** Forgets savepoints from this one on; whether there is one. */
    boolean release(Name name) {
        int at = last(name);
        if (at >= 0) {
            savepoints.subList(at, savepoints.size()).clear();
        }
        return at >= 0;
    }

    /**
     * Undoes what was written since, and what was read of that: nobody else can have seen it. Other reads happened.
     *
     * @return whether there is such a savepoint
     */
    boolean rollbackTo(Name name) {
        int at = last(name);
        if (at < 0) {
            return false;
        }
        int from = savepoints.get(at).size;
        List<Op> since = ops.subList(from, ops.size());
        // Of a table that was emptied in between, nothing that was seen since then counts.
        Set<Relation> cleared = new HashSet<>();
        List<Emptied> undone = emptied.subList(savepoints.get(at).emptied, emptied.size());
        for (Emptied each : undone) {
            cleared.add(each.relation);
            effects.uncleared(each.statement, each.relation);
        }
        undone.clear();
        Set<Value> keys = new HashSet<>();
        Set<Relation> relations = new HashSet<>();
        for (Op op : since) {
            if (op.isWrite()) {
                keys.add(op.key());
                relations.add(op.relation());
            }
        }
        since.removeIf(op -> op.isWrite()
                || cleared.contains(op.relation())
                || op.kind() == Op.Kind.SCAN && relations.contains(op.relation())
                || keys.contains(op.key()));
        known = new HashMap<>();
        // The savepoint itself stays.
        savepoints.subList(at + 1, savepoints.size()).clear();
        return true;
    }

    private int last(Name name) {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).name.matches(name)) {
                return i;
            }
        }
        return -1;
    }
}
