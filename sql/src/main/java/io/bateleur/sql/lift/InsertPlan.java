package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.lift.InsertShape.Conflict;
import io.bateleur.sql.resolve.Reach;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

    private final InsertShape insert;
    private final InsertRows rows;

    InsertPlan(InsertShape insert, Target target) {
        super(target);
        this.insert = insert;
        this.rows = new InsertRows(insert, target);
    }

    @Override
    Outcome best() {
        boolean lost = rows.isUnclear() || !isUnderstood() || insert.rows() == null && insert.returning() == null;
        return lost
                ? Outcome.left(insert.rows() == null ? KEYS : "an insert of a kind that is not lifted")
                : Outcome.WHOLE;
    }

    @Override
    String access() {
        return "";
    }

    @Override
    Outcome change(Call call, @Nullable Long count, Workspace work) {
        if (rows.isUnclear() || !isUnderstood()) {
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
        List<List<Term>> given = insert.rows();
        List<@Nullable Value[]> all = given == null ? null : rows.rows(given, call);
        if (all != null && all.size() == 1) {
            rows.fillIn(all.get(0), told, call);
        } else if (all == null || all.stream().anyMatch(row -> Told.key(relation, row) == null)) {
            all = told == null ? null : rows.merged(all, told);
        }
        return all == null ? lost(work, KEYS) : insert(all, call, count, told, work);
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
        List<List<Term>> given = insert.rows();
        @Nullable Value[] row = rows.given(given == null ? List.of() : given.get(0), call);
        List<Value> key = Told.key(relation, row);
        if (!relation.keyOnly || key == null || !isSafe(key)) {
            rows.updated().forEach(column -> work.taint(relation, column, OTHERS));
            for (int c = 0; c < row.length; c++) {
                if (relation.types[c].follows) {
                    work.taint(relation, c, OTHERS);
                }
            }
            return Outcome.left(OTHERS);
        }
        boolean all = true;
        for (int c = 0; c < row.length; c++) {
            if (relation.keyPlace(c) < 0
                    && (rows.updated().contains(c)
                            || relation.types[c].follows
                            || target.rewritten().get(c))) {
                Value set = target.rewritten().get(c) ? null : rows.set(c, row, call);
                all &= set != null;
                work.put(relation, c, key, set);
            }
        }
        return all ? Outcome.WHOLE : Outcome.part(UpdatePlan.UNTOLD_VALUE);
    }

    private Outcome insert(
            List<@Nullable Value[]> all, Call call, @Nullable Long count, @Nullable Told told, Workspace work) {
        if (!isTold(all.size(), call, count, told)) {
            return lost(work, UNTOLD);
        }
        List<List<Value>> keys = new ArrayList<>();
        for (@Nullable Value[] row : all) {
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
            Reach children = work.cascades(target);
            work.taint(children, REPLACED);
            if (!children.columns(relation.table).isEmpty()) {
                return lost(work, REPLACED);
            }
        }
        for (int i = 0; i < keys.size(); i++) {
            put(keys.get(i), all.get(i), work);
            if (insert.conflict() == Conflict.FAIL && !call.assumed()) {
                work.born(relation, keys.get(i));
            }
        }
        return Outcome.WHOLE;
    }

    /** Whether all rows are there now for certain. */
    private boolean isTold(int size, Call call, @Nullable Long count, @Nullable Told told) {
        if (insert.returning() != null && told != null && told.rows().size() == size) {
            return true;
        }
        boolean all = !insert.perhaps()
                && switch (insert.conflict()) {
                    case FAIL, MERGE, DUPLICATE, REPLACE -> true;
                    case UPDATE -> insert.always();
                    case SKIP, IGNORE -> call.assumed();
                };
        boolean counts = insert.conflict() != Conflict.DUPLICATE && insert.conflict() != Conflict.REPLACE;
        return count == null || !counts ? all || call.assumed() : count == size;
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
        List<Integer> meant = insert.target();
        if (insert.conflict() == Conflict.MERGE && meant.isEmpty()) {
            return true;
        }
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < meant.size(); i++) {
            int column = meant.get(i);
            if (column < 0 || relation.keyPlace(column) < 0 || !isSoughtAsGiven(i, column, call)) {
                return false;
            }
            places.add(column);
        }
        return places.size() == relation.key.length && meant.size() == places.size();
    }

    /** Whether the row that is looked for is the one that is inserted if there is none. */
    private boolean isSoughtAsGiven(int index, int column, Call call) {
        if (insert.sought().isEmpty()) {
            return true;
        }
        List<List<Term>> given = insert.rows();
        Value sought = rows.value(column, insert.sought().get(index), call);
        return sought != null
                && given != null
                && given.size() == 1
                && sought.equals(rows.given(given.get(0), call)[column]);
    }
}
