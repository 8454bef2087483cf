package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.lift.InsertShape.Conflict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the rows of an insert hold afterwards, by column; null where that is not certain. */
final class InsertRows {
    private final InsertShape insert;
    private final Relation relation;
    /** By position in a row of values: the column. */
    private final int[] columns;
    /** What a conflict on the primary key sets, by column. */
    private final Map<Integer, Term> updates;
    /** What columns hold that are not given; null where that is not known. */
    private final @Nullable Term[] defaults;
    /** Columns whose values triggers may replace. */
    private final BitSet rewritten;

    private boolean unclear;

    InsertRows(InsertShape insert, Target target) {
        this.insert = insert;
        this.relation = target.relation();
        this.rewritten = target.rewritten();
        this.updates = insert.updates();
        this.columns = new int[insert.columns().size()];
        this.defaults = new Term[relation.columnCount()];
        for (int c = 0; c < defaults.length; c++) {
            defaults[c] = insert.defaultOf(relation, c);
        }
        for (int i = 0; i < columns.length; i++) {
            columns[i] = insert.columns().get(i);
            unclear |= columns[i] < 0;
        }
        if (insert.rows() != null) {
            unclear |= insert.rows().stream().anyMatch(row -> row.size() != columns.length);
        }
        for (int column : updates.keySet()) {
            unclear |= column < 0 || relation.keyPlace(column) >= 0;
        }
    }

    /** Whether some column could not be found, or is part of the key and set. */
    boolean isUnclear() {
        return unclear;
    }

    /** The columns that a row which was there is set in. */
    Set<Integer> updated() {
        return updates.keySet();
    }

    /** The rows of one execution, as far as they are certain. */
    List<@Nullable Value[]> rows(List<List<Term>> given, Call call) {
        List<@Nullable Value[]> rows = new ArrayList<>();
        for (List<Term> values : given) {
            @Nullable Value[] row = given(values, call);
            switch (insert.conflict()) {
                case UPDATE, MERGE, DUPLICATE -> rows.add(onEitherPath(row, call));
                case IGNORE, REPLACE -> rows.add(withoutNull(row));
                case FAIL, SKIP -> rows.add(row);
            }
        }
        return rows;
    }

    /** What is given for one row. */
    @Nullable
    Value[] given(List<Term> values, Call call) {
        @Nullable Value[] row = new Value[relation.columnCount()];
        for (int c = 0; c < row.length; c++) {
            Term byDefault = defaults[c];
            row[c] = byDefault == null ? null : value(c, byDefault, call);
        }
        for (int i = 0; i < values.size(); i++) {
            row[columns[i]] = value(columns[i], values.get(i), call);
        }
        rewritten.stream().forEach(column -> row[column] = null);
        return row;
    }

    /** Where a column cannot be null, these write its default in place of it. */
    private static @Nullable Value[] withoutNull(@Nullable Value[] row) {
        for (int c = 0; c < row.length; c++) {
            row[c] = Value.NULL.equals(row[c]) ? null : row[c];
        }
        return row;
    }

    @Nullable
    Value value(int column, Term expr, Call call) {
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
    @Nullable
    Value set(int column, @Nullable Value[] row, Call call) {
        Term update = updates.get(column);
        if (update instanceof Term.Proposed proposed) {
            return proposed.column() == column && !rewritten.get(column) ? row[column] : null;
        }
        Value given = update == null || rewritten.get(column) ? null : call.constant(update);
        return given == null ? null : relation.types[column].stored(given);
    }

    /** What the database told of the one row. */
    void fillIn(@Nullable Value[] row, @Nullable Told told, Call call) {
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
    List<@Nullable Value[]> merged(@Nullable List<@Nullable Value[]> given, Told told) {
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
}
