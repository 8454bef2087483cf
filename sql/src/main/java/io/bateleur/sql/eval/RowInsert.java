package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** INSERT as it is evaluated: row by row, so that a row sees those before it as conflicts. */
final class RowInsert implements StatementPlan {
    private final Target target;
    private final InsertCompiler.Rowmaker rows;
    private final int slot;
    private final int proposed;
    private final InsertCompiler.Conflicts conflicts;
    private final @Nullable Returning returning;
    private final NewRows newRows;
    /** Whether the rows come in the order in which they are written. */
    private final boolean ordered;

    RowInsert(
            Target target,
            InsertCompiler.Rowmaker rows,
            int slot,
            int proposed,
            InsertCompiler.Conflicts conflicts,
            @Nullable Returning returning,
            NewRows newRows,
            boolean ordered) {
        this.target = target;
        this.rows = rows;
        this.slot = slot;
        this.proposed = proposed;
        this.conflicts = conflicts;
        this.returning = returning;
        this.newRows = newRows;
        this.ordered = ordered;
    }

    /** One execution. */
    private final class Run {
        final Frame frame;
        final Writer writer;
        final RowCount count = new RowCount();
        final List<Tuple> tuples = new ArrayList<>();
        final List<Object[]> generated = new ArrayList<>();
        /** Rows whose triggers fire when the statement is through. */
        final List<Object[]> late = new ArrayList<>();
        /** Rows that this statement wrote. */
        final Set<Row> own = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());

        Run(Frame frame) {
            this.frame = frame;
            this.writer = new Writer(target.rulebook, frame);
        }
    }

    @Override
    public @Nullable Returning returning() {
        return returning;
    }

    @Override
    public Answer run(Frame frame) {
        frame.strict = true;
        Run run = new Run(frame);
        target.triggers.statement("BEFORE", "INSERT", frame, NONE);
        List<Tuple> given = rows.rows(frame);
        if (!ordered) {
            target.triggers.checkOrder("INSERT", given.size());
        }
        for (Tuple tuple : given) {
            if (tuple.presence() == Presence.MANY) {
                frame.changes.obscure(target.table);
                run.count.unknown();
            } else {
                run.writer.attempt(tuple.presence(), () -> insert(run, tuple));
            }
        }
        run.writer.finish();
        run.late.forEach(values -> target.triggers.after("INSERT", frame, null, values, NONE));
        target.triggers.statement("AFTER", "INSERT", frame, NONE);
        frame.perhaps.forEach(run.writer::may);
        RowSet returned = returning == null ? null : returning.rows(run.tuples);
        return Answer.count(run.count.value(), returned, run.generated, run.writer.perhaps());
    }

    private void insert(Run run, Tuple tuple) {
        Object[] values = newRows.complete(run.frame, tuple.values(), run.generated);
        if (conflicts.handled() && !target.triggers.isEmpty()) {
            throw new Outside(null, "a conflict in a table with triggers");
        }
        if (!conflicts.handled()) {
            write(run, values, tuple.presence());
            return;
        }
        run.writer.checkFirst(target.rules, values);
        List<Row> others = others(run, values);
        if (!ordered && others.stream().anyMatch(run.own::contains)) {
            throw new Outside(null, "rows in conflict with each other, in an order that is not known");
        }
        if (others.isEmpty()) {
            write(run, values, tuple.presence());
        } else if (tuple.presence() != Presence.SURE
                || others.stream().anyMatch(row -> row.presence() != Presence.SURE)) {
            throw new Outside(null, "a conflict that there may be or not");
        } else if (conflicts.replaces()) {
            for (Row other : others) {
                run.writer.delete(target.table, other, true);
            }
            run.count.add(conflicts.countsTwice() ? others.size() : 0, Presence.SURE);
            write(run, values, Presence.SURE);
        } else if (!conflicts.updates().isEmpty()) {
            update(run, others.get(0), values);
        }
    }

    private static final int[] NONE = {};

    private void write(Run run, Object[] given, Presence presence) {
        Object[] values = given;
        boolean triggers = target.triggers.seeRows("INSERT");
        if (triggers) {
            if (presence != Presence.SURE || conflicts.handled()) {
                throw new Outside(null, "triggers on rows that may be there, or in conflict with others");
            }
            values = target.triggers.before("INSERT", run.frame, null, given, NONE);
            if (values == null) {
                return;
            }
            target.rules.complete(run.frame, values);
        }
        Row row = run.writer.insert(target.table, values, presence);
        run.own.add(row);
        run.count.add(1, presence);
        returned(run, row, presence);
        if (triggers && target.triggers.fireLate()) {
            run.late.add(row.values());
        } else if (triggers) {
            target.triggers.after("INSERT", run.frame, null, row.values(), NONE);
        }
    }

    private void returned(Run run, Row row, Presence presence) {
        if (returning != null) {
            run.frame.slots[slot] = row.values();
            run.frame.rows[slot] = row;
            run.tuples.add(returning.row(run.frame, presence));
        }
    }

    private List<Row> others(Run run, Object[] values) {
        List<Row> others = new ArrayList<>();
        List<TableRules.Key> keys = target.rules.keys;
        for (int i = 0; i < keys.size(); i++) {
            boolean meant = conflicts.keys() == null || conflicts.keys().contains(i);
            Row other = meant ? run.writer.clash(target.rules, keys.get(i), values, null, Set.of()) : null;
            if (other != null && !others.contains(other)) {
                others.add(other);
            }
        }
        return others;
    }

    private void update(Run run, Row other, Object[] values) {
        Frame frame = run.frame;
        if (run.own.contains(other) && target.compilation.is(SqlDialect.POSTGRES)) {
            throw new SqlError("21000", "ON CONFLICT DO UPDATE meets a row that the statement wrote");
        }
        Row row = frame.tables.newest(target.table, other);
        if (row == null) {
            throw new Outside(null, "a conflict with a row that is gone");
        }
        frame.slots[slot] = row.values();
        frame.rows[slot] = row;
        frame.slots[proposed] = values;
        Object holds = conflicts.where() == null
                ? (Object) true
                : Truth.of(conflicts.where().value(frame));
        if (Unknown.is(holds)) {
            throw new Outside(null, "a condition of ON CONFLICT that is not known");
        }
        if (!Boolean.TRUE.equals(holds)) {
            return;
        }
        Object[] changed = row.values().clone();
        boolean mysql = target.compilation.is(SqlDialect.MYSQL);
        Object[] results = new Object[conflicts.updates().size()];
        for (int i = 0; i < results.length; i++) {
            Target.Assigned set = conflicts.updates().get(i);
            results[i] = set.value().value(frame);
            if (mysql) {
                changed[set.column()] = target.rules.castings[set.column()].cast(results[i]);
                frame.slots[slot] = changed;
            }
        }
        for (int i = 0; i < results.length && !mysql; i++) {
            changed[conflicts.updates().get(i).column()] = results[i];
        }
        target.rules.complete(frame, changed);
        boolean same = Arrays.equals(changed, row.values());
        Row written = mysql && same
                ? row
                : run.writer
                        .update(target.table, List.of(new Writer.Changed(row, changed, true)))
                        .get(0);
        run.own.add(written);
        run.count.add(
                !conflicts.countsTwice() ? 1 : !same ? 2 : frame.environment.countsFoundRows() ? 1 : 0, Presence.SURE);
        returned(run, written, Presence.SURE);
    }
}
