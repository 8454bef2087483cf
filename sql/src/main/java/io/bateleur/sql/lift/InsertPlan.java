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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An insert: every cell of the row is written, with what is given or with something that is not known. Where the row may have been there,
 * only that is known which is the same in both cases.
 */
final class InsertPlan extends ChangePlan {
    private static final String OTHERS = "other rows than the one that is named may have been changed";
    private static final String REPLACED = "a row that is replaced may take rows of other tables along";
    /** How MySQL counts a row that was there. */
    private static final long TWICE = 2;

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
        if (unclear || !isUnderstood()) {
            return lost(work, "an insert of a kind that is not lifted");
        }
        if (insert.conflict() == Conflict.DUPLICATE && count != null && count == TWICE && isOne()) {
            return updated(call, work);
        }
        if (!isAbout(call, count)) {
            return lost(work, OTHERS);
        }
        Told told = Told.of(relation, source, insert.returning(), call);
        if (insert.returning() != null && told != null && told.rows().isEmpty()) {
            return Outcome.WHOLE; // what is inserted or changed comes back
        }
        List<List<Expr>> given = insert.rows();
        List<@Nullable Value[]> rows = given == null ? null : rows(given, call);
        if (rows != null && rows.size() == 1) {
            fillIn(rows.get(0), told, call);
        } else if (rows == null || rows.stream().anyMatch(row -> Told.key(relation, row) == null)) {
            rows = told == null ? null : merged(rows, told);
        }
        return rows == null ? lost(work, KEYS) : insert(rows, call, count, told, work);
    }

    private boolean isOne() {
        return insert.rows() != null && insert.rows().size() == 1;
    }

    /** Each of these words means something in one kind of database only. */
    private boolean isUnderstood() {
        return switch (insert.conflict()) {
            case DUPLICATE -> relation.traits.countsTwice();
            case IGNORE, REPLACE -> relation.traits.countsTwice() || relation.traits.replaces();
            case FAIL, SKIP, UPDATE, MERGE -> true;
        };
    }

    /** Whether the statement concerned no rows but those that it names. */
    private boolean isAbout(Call call, @Nullable Long count) {
        return switch (insert.conflict()) {
            case FAIL, SKIP, IGNORE -> true;
            case UPDATE, MERGE -> isOnKey(call);
            case DUPLICATE -> relation.keyOnly;
            case REPLACE -> relation.keyOnly || isNothingReplaced(count);
        };
    }

    /** MySQL counts each row that is replaced. One that is replaced by the same does not count, and has the same key. */
    private boolean isNothingReplaced(@Nullable Long count) {
        return relation.traits.countsTwice()
                && insert.rows() != null
                && count != null
                && count == insert.rows().size();
    }

    /** The one row was there; where other keys are unique too it is not told which one it was. */
    private Outcome updated(Call call, Workspace work) {
        List<List<Expr>> rows = insert.rows();
        @Nullable Value[] row = given(rows == null ? List.of() : rows.get(0), call);
        List<Value> key = Told.key(relation, row);
        if (!relation.keyOnly || key == null || !isSafe(key)) {
            updates.keySet().forEach(column -> work.taints.column(relation, column, OTHERS));
            for (int c = 0; c < row.length; c++) {
                if (relation.types[c].computed) {
                    work.taints.column(relation, c, OTHERS);
                }
            }
            return Outcome.left(OTHERS);
        }
        boolean all = true;
        for (int c = 0; c < row.length; c++) {
            if (relation.keyPlace(c) < 0 && (updates.containsKey(c) || relation.types[c].computed)) {
                Value set = set(c, row, call);
                all &= set != null;
                work.put(relation, c, key, set);
            }
        }
        return all ? Outcome.WHOLE : Outcome.part(UpdatePlan.UNTOLD_VALUE);
    }

    private Outcome insert(
            List<@Nullable Value[]> rows, Call call, @Nullable Long count, @Nullable Told told, Workspace work) {
        if (!isTold(rows.size(), call, count, told)) {
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
        if (insert.conflict() == Conflict.REPLACE && !isNothingReplaced(count)) {
            work.taints.cascade(relation, REPLACED);
            if (relation.table.cascades().contains(relation.table.name())) {
                return lost(work, REPLACED);
            }
        }
        for (int i = 0; i < keys.size(); i++) {
            put(keys.get(i), rows.get(i), work);
            if (insert.conflict() == Conflict.FAIL && !call.assumed()) {
                work.born(relation, keys.get(i));
            }
        }
        return Outcome.WHOLE;
    }

    /** Whether all rows are there now for certain. */
    private boolean isTold(int rows, Call call, @Nullable Long count, @Nullable Told told) {
        if (insert.returning() != null && told != null && told.rows().size() == rows) {
            return true;
        }
        boolean all =
                switch (insert.conflict()) {
                    case FAIL, MERGE, DUPLICATE, REPLACE -> true;
                    case UPDATE -> insert.always();
                    case SKIP, IGNORE -> call.assumed();
                };
        boolean counts = insert.conflict() != Conflict.DUPLICATE && insert.conflict() != Conflict.REPLACE;
        return count == null || !counts ? all || call.assumed() : count == rows;
    }

    private void put(List<Value> key, @Nullable Value[] row, Workspace work) {
        for (int c = 0; c < row.length; c++) {
            int place = relation.keyPlace(c);
            if (place <= 0) {
                Value value = place == 0 ? key.get(0) : row[c];
                switch (insert.conflict()) {
                    case FAIL, SKIP, IGNORE -> work.insert(relation, c, key, value);
                    case UPDATE, MERGE, DUPLICATE, REPLACE -> work.put(relation, c, key, value);
                }
            }
        }
    }

    /** Whether a conflict is one on the primary key and no other. */
    private boolean isOnKey(Call call) {
        List<Name> target = insert.target();
        if (insert.conflict() == Conflict.MERGE && target.isEmpty()) {
            return true;
        }
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < target.size(); i++) {
            int column = relation.column(target.get(i));
            if (column < 0 || relation.keyPlace(column) < 0 || !isSoughtAsGiven(i, column, call)) {
                return false;
            }
            places.add(column);
        }
        return places.size() == relation.key.length && target.size() == places.size();
    }

    /** Whether the row that is looked for is the one that is inserted if there is none. */
    private boolean isSoughtAsGiven(int index, int column, Call call) {
        if (insert.sought().isEmpty()) {
            return true;
        }
        List<List<Expr>> rows = insert.rows();
        Value sought = value(column, insert.sought().get(index), call);
        return sought != null && rows != null && rows.size() == 1 && sought.equals(given(rows.get(0), call)[column]);
    }

    private List<@Nullable Value[]> rows(List<List<Expr>> given, Call call) {
        List<@Nullable Value[]> rows = new ArrayList<>();
        for (List<Expr> values : given) {
            @Nullable Value[] row = given(values, call);
            switch (insert.conflict()) {
                case UPDATE, MERGE, DUPLICATE -> rows.add(onEitherPath(row, call));
                case IGNORE, REPLACE -> rows.add(withoutNull(row));
                case FAIL, SKIP -> rows.add(row);
            }
        }
        return rows;
    }

    private @Nullable Value[] given(List<Expr> values, Call call) {
        @Nullable Value[] row = new Value[relation.columnCount()];
        for (int i = 0; i < values.size(); i++) {
            row[columns[i]] = value(columns[i], values.get(i), call);
        }
        return row;
    }

    /** Where a column cannot be null, these write its default in place of it. */
    private static @Nullable Value[] withoutNull(@Nullable Value[] row) {
        for (int c = 0; c < row.length; c++) {
            row[c] = Value.NULL.equals(row[c]) ? null : row[c];
        }
        return row;
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
            boolean same = relation.keyPlace(c) >= 0 || insert.conflict() == Conflict.MERGE;
            if (same || row[c] != null && row[c].equals(set(c, row, call))) {
                either[c] = row[c];
            }
        }
        return either;
    }

    /** What a row that was there holds then, or null. */
    private @Nullable Value set(int column, @Nullable Value[] row, Call call) {
        Expr update = updates.get(column);
        if (update instanceof Expr.Proposed proposed) {
            return relation.column(proposed.column()) == column ? row[column] : null;
        }
        Value given = update == null ? null : call.constant(update);
        return given == null ? null : relation.types[column].stored(given);
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
        if (insert.conflict() == Conflict.REPLACE) {
            work.taints.cascade(relation, why);
        }
    }
}
