package io.bateleur.sql.eval;

import io.bateleur.sql.schema.TableColumn.Filled;
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
    private final boolean identityAlways;
    private final Code[] defaults;
    private final int[] columns;

    RowInsert(
            Target target,
            InsertCompiler.Rowmaker rows,
            int slot,
            int proposed,
            InsertCompiler.Conflicts conflicts,
            @Nullable Returning returning,
            boolean identityAlways,
            int[] columns,
            boolean implicitDefaults) {
        this.target = target;
        this.rows = rows;
        this.slot = slot;
        this.proposed = proposed;
        this.conflicts = conflicts;
        this.returning = returning;
        this.identityAlways = identityAlways;
        this.columns = columns;
        this.defaults = new Code[target.table.columns().size()];
        for (int i = 0; i < defaults.length; i++) {
            Code byDefault = target.byDefault(i);
            boolean none = byDefault instanceof Code.Constant constant && constant.constant == null;
            defaults[i] =
                    implicitDefaults && none && target.table.columns().get(i).notNull()
                            ? implicit(target.table.columns().get(i).type())
                            : byDefault;
        }
    }

    /** What MySQL takes for a column that is NOT NULL and has no default, where it does not refuse to leave it out. */
    private static Code implicit(SqlType type) {
        Object value = type.isInteger()
                ? (Object) 0L
                : type.isNumber() ? java.math.BigDecimal.ZERO : type.isText() ? "" : Unknown.UNKNOWN;
        return new Code.Constant(type, value);
    }

    /** One execution. */
    private final class Run {
        final Frame frame;
        final Writer writer;
        final RowCount count = new RowCount();
        final List<Tuple> tuples = new ArrayList<>();
        final List<Object[]> generated = new ArrayList<>();
        /** Rows that this statement wrote. */
        final Set<Row> own = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());

        Run(Frame frame) {
            this.frame = frame;
            this.writer = new Writer(target.rulebook, frame);
        }
    }

    @Override
    public Answer run(Frame frame) {
        frame.strict = true;
        Run run = new Run(frame);
        for (Tuple tuple : rows.rows(frame)) {
            if (tuple.presence() == Presence.MANY) {
                frame.changes.obscure(target.table);
                run.count.unknown();
            } else {
                run.writer.attempt(tuple.presence(), () -> insert(run, tuple));
            }
        }
        run.writer.finish();
        RowSet returned = returning == null ? null : returning.rows(run.tuples);
        return Answer.count(run.count.value(), returned, run.generated, run.writer.perhaps());
    }

    private void insert(Run run, Tuple tuple) {
        Object[] values = complete(run, tuple.values());
        if (!conflicts.handled()) {
            write(run, values, tuple.presence());
            return;
        }
        run.writer.checkFirst(target.rules, values);
        List<Row> others = others(run, values);
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

    private void write(Run run, Object[] values, Presence presence) {
        Row row = run.writer.insert(target.table, values, presence);
        run.own.add(row);
        run.count.add(1, presence);
        returned(run, row, presence);
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

    // ---- values

    private Object[] complete(Run run, Object[] given) {
        Frame frame = run.frame;
        Object[] values = new Object[defaults.length];
        boolean[] named = new boolean[values.length];
        for (int i = 0; i < given.length; i++) {
            values[columns[i]] = given[i];
            named[columns[i]] = true;
        }
        for (int i = 0; i < values.length; i++) {
            boolean identity = target.rules.filled[i].isIdentity() || target.rules.isRowid(i);
            boolean wanted = named[i] && !(identity && asksForIdentity(values[i]));
            if (!wanted) {
                values[i] = defaults[i].value(frame);
                if (identity) {
                    run.generated.add(new Object[] {values[i]});
                }
            } else if (identity) {
                given(run, i, values[i]);
            }
        }
        try {
            target.rules.complete(frame, values);
        } catch (SqlError error) {
            throw SqlError.oneOf(target.rules.nulls(values, error));
        }
        return values;
    }

    private boolean asksForIdentity(@Nullable Object value) {
        return switch (target.compilation.dialect) {
            case MYSQL -> value == null || value.equals(0L);
            case SQLITE -> value == null;
            default -> false;
        };
    }

    private void given(Run run, int column, @Nullable Object value) {
        boolean forbidden = target.rules.filled[column] == Filled.IDENTITY_ALWAYS && identityAlways;
        if (forbidden) {
            throw new SqlError("428C9", "a value for a column that is always generated");
        }
        if (value != null) {
            run.frame.environment.identityGiven(target.table, column, value);
        }
    }
}
