package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Expr;
import io.bateleur.sql.parse.Name;
import io.bateleur.sql.parse.Statement;
import io.bateleur.sql.parse.Statement.Conflict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An insert: every cell of the row is written, with what is given or with something that is not known. */
final class InsertPlan extends ChangePlan {
    private static final String KEYS = "rows were inserted and their keys are not told";

    private final Statement.Insert insert;
    /** By position in a row of values: the column. */
    private final int[] columns;
    /** What a conflict on the primary key sets, by column. */
    private final Map<Integer, Expr> updates = new HashMap<>();

    private boolean unclear;

    InsertPlan(Statement.Insert insert, Relation relation) {
        super(relation, insert.table());
        this.insert = insert;
        boolean named = !insert.columns().isEmpty();
        this.columns = new int[named ? insert.columns().size() : relation.columnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = named ? relation.column(insert.columns().get(i)) : i;
            unclear |= columns[i] < 0;
        }
        if (insert.rows() != null) {
            unclear |= insert.rows().stream().anyMatch(row -> row.size() != columns.length);
        }
        for (Statement.Assignment each : insert.updates()) {
            int column = relation.column(each.column());
            unclear |= column < 0 || relation.keyPlace(column) >= 0;
            updates.put(column, each.value());
        }
    }

    @Override
    Outcome change(Call call, @Nullable Long count, Workspace work) {
        if (unclear || insert.conflict() == Conflict.OTHER) {
            return lost(work, "an insert of a kind that is not lifted");
        }
        Told told = Told.of(relation, source, insert.returning(), call);
        List<List<Expr>> given = insert.rows();
        List<@Nullable Value[]> rows = given == null ? null : rows(given, call);
        if (rows != null && rows.size() == 1) {
            fillIn(rows.get(0), told, call);
        } else if (rows == null || rows.stream().anyMatch(row -> Told.key(relation, row) == null)) {
            rows = told == null ? null : merged(rows, told);
        }
        return rows == null ? lost(work, KEYS) : insert(rows, call, count, work);
    }

    private Outcome insert(List<@Nullable Value[]> rows, Call call, @Nullable Long count, Workspace work) {
        boolean all = insert.conflict() == Conflict.FAIL || insert.conflict() == Conflict.UPDATE && insert.always();
        boolean told = count == null ? all || call.assumed() : count == rows.size();
        if (!told || insert.conflict() == Conflict.UPDATE && !isOnKey()) {
            return lost(work, UNTOLD);
        }
        List<List<Value>> keys = new ArrayList<>();
        for (@Nullable Value[] row : rows) {
            List<Value> key = Told.key(relation, row);
            if (key == null) {
                return lost(work, KEYS);
            }
            if (!isSafe(key)) {
                return lost(work, COLLATION);
            }
            keys.add(key);
        }
        if (new HashSet<>(keys).size() < keys.size()) {
            return lost(work, KEYS);
        }
        for (int i = 0; i < keys.size(); i++) {
            put(keys.get(i), rows.get(i), work);
            if (insert.conflict() == Conflict.FAIL && !call.assumed()) {
                work.born(relation, keys.get(i));
            }
        }
        return Outcome.WHOLE;
    }

    private void put(List<Value> key, @Nullable Value[] row, Workspace work) {
        for (int c = 0; c < row.length; c++) {
            int place = relation.keyPlace(c);
            if (place <= 0) {
                work.put(relation, c, key, place == 0 ? key.get(0) : row[c]);
            }
        }
    }

    /** Whether a conflict is one on the primary key and no other. */
    private boolean isOnKey() {
        List<Name> target = insert.target();
        boolean onKey = target.size() == relation.key.length;
        for (Name name : target) {
            int column = relation.column(name);
            onKey &= column >= 0 && relation.keyPlace(column) >= 0;
        }
        return onKey;
    }

    private List<@Nullable Value[]> rows(List<List<Expr>> given, Call call) {
        List<@Nullable Value[]> rows = new ArrayList<>();
        for (List<Expr> values : given) {
            @Nullable Value[] row = new Value[relation.columnCount()];
            for (int i = 0; i < columns.length; i++) {
                row[columns[i]] = value(columns[i], values.get(i), call);
            }
            rows.add(insert.conflict() == Conflict.UPDATE ? onEitherPath(row, call) : row);
        }
        return rows;
    }

    private @Nullable Value value(int column, Expr expr, Call call) {
        Value given = call.constant(expr);
        ColumnType type = relation.types[column];
        if (given == null) {
            return null;
        }
        if (relation.keyPlace(column) < 0) {
            return type.stored(given);
        }
        Value key = type.asked(given);
        // A number that the database makes by itself is made for null and, by some, for 0.
        boolean made = key == null || key.equals(Value.NULL) || type.computed && key.equals(Value.of(0));
        return made || !type.isStoredAsAsked(given) ? null : key;
    }

    /** What is certain whether the row was there or not. */
    private @Nullable Value[] onEitherPath(@Nullable Value[] row, Call call) {
        @Nullable Value[] either = new Value[row.length];
        for (int c = 0; c < row.length; c++) {
            Expr update = updates.get(c);
            if (relation.keyPlace(c) >= 0) {
                either[c] = row[c];
            } else if (update instanceof Expr.Proposed proposed) {
                either[c] = relation.column(proposed.column()) == c ? row[c] : null;
            } else if (update != null && row[c] != null) {
                Value given = call.constant(update);
                Value set = given == null ? null : relation.types[c].stored(given);
                either[c] = row[c].equals(set) ? set : null;
            }
        }
        return either;
    }

    /** What the database told of the one row. */
    private void fillIn(@Nullable Value[] row, @Nullable Told told, Call call) {
        if (told != null && told.rows().size() == 1) {
            for (int c = 0; c < row.length; c++) {
                Value cell = told.rows().get(0)[c];
                row[c] = cell == null ? row[c] : cell;
            }
        }
        List<Integer> missing = new ArrayList<>();
        for (int column : relation.key) {
            if (row[column] == null) {
                missing.add(column);
            }
        }
        if (missing.size() == 1) {
            List<Value> made = Told.unnamed(relation, missing.get(0), call);
            row[missing.get(0)] = made != null && made.size() == 1 ? made.get(0) : null;
        }
    }

    /** Told rows come in no certain order: of what was given only that counts which is the same for all. */
    private List<@Nullable Value[]> merged(@Nullable List<@Nullable Value[]> given, Told told) {
        for (@Nullable Value[] row : told.rows()) {
            for (int c = 0; c < row.length && given != null; c++) {
                Value first = given.isEmpty() ? null : given.get(0)[c];
                int column = c;
                boolean same = first != null && given.stream().allMatch(each -> first.equals(each[column]));
                row[c] = row[c] == null && same ? first : row[c];
            }
        }
        return told.rows();
    }

    @Override
    public void taint(Workspace work, String why) {
        work.taints.table(relation, why);
    }
}
