package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MERGE as it is evaluated: what is done with each row is decided on the rows as they were, and then done. */
final class MergePlan implements StatementPlan {
    enum When {
        MATCHED,
        NOT_BY_TARGET,
        NOT_BY_SOURCE
    }

    enum Verb {
        INSERT,
        UPDATE,
        DELETE,
        NOTHING
    }

    /** One WHEN with what it does. */
    record Action(
            When when,
            @Nullable Code and,
            Verb verb,
            List<Target.Assigned> sets,
            Code[] values,
            @Nullable NewRows rows) {
        static Action update(When when, @Nullable Code and, List<Target.Assigned> sets) {
            return new Action(when, and, Verb.UPDATE, sets, new Code[0], null);
        }
    }

    /** What is done with one row. @param values what it gets */
    private record Step(Verb verb, @Nullable Row row, Object[] values, Loop.Kept kept) {}

    private final Target target;
    private final int slot;
    private final int[] sources;
    private final int[] slots;
    private final Loop joined;
    private final @Nullable Loop alone;
    private final List<Action> actions;
    private final @Nullable Returning returning;

    /** @param alone the rows of the target; null where nobody asks for those without a source */
    MergePlan(
            Target target,
            int slot,
            int[] sources,
            int[] slots,
            Loop joined,
            @Nullable Loop alone,
            List<Action> actions,
            @Nullable Returning returning) {
        this.target = target;
        this.slot = slot;
        this.sources = sources;
        this.slots = slots;
        this.joined = joined;
        this.alone = alone;
        this.actions = actions;
        this.returning = returning;
    }

    @Override
    public @Nullable Returning returning() {
        return returning;
    }

    @Override
    public Answer run(Frame frame) {
        frame.strict = true;
        List<Object[]> generated = new ArrayList<>();
        List<Step> steps = decide(frame, generated);
        List<Tuple> tuples = new ArrayList<>();
        Writer writer = new Writer(target.rulebook, frame);
        boolean mixed = steps.stream().map(Step::verb).distinct().count() > 1;
        try {
            write(steps, writer, frame, tuples);
            writer.finish();
        } catch (SqlError error) {
            // Rows are written one by one: whether a key is free depends on which comes first.
            if (mixed) {
                throw new Outside(null, "MERGE that breaks a rule in one order of its rows");
            }
            throw error;
        }
        SqlError perhaps = writer.perhaps();
        if (mixed && steps.stream().anyMatch(step -> isTakenFirst(step, steps))) {
            SqlError unique = Violation.UNIQUE.error(target.compilation.dialect, "a key that is free later");
            perhaps = perhaps == null ? unique : SqlError.oneOf(List.of(perhaps, unique));
        }
        RowSet rows = returning == null ? null : returning.rows(tuples);
        return Answer.count((long) steps.size(), rows, generated, perhaps);
    }

    /** Whether a row gets a key that another one had until then: which of them is written first is free. */
    @SuppressWarnings("ReferenceEquality") // ALL is a mark, not an array like others
    private boolean isTakenFirst(Step step, List<Step> steps) {
        for (TableRules.Key key : target.rules.keys) {
            Object[] wanted = step.verb == Verb.DELETE ? null : key.keys().ofRow(step.values);
            for (Step other : steps) {
                Row row = other.row;
                Object[] had = wanted == null || other == step || row == null
                        ? null
                        : key.keys().ofRow(row.values());
                if (had != null && (had == Keys.ALL || wanted == Keys.ALL || java.util.Arrays.equals(had, wanted))) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- what to do

    private List<Step> decide(Frame frame, List<Object[]> generated) {
        List<Step> steps = new ArrayList<>();
        Set<Row> matched = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Row> done = Collections.newSetFromMap(new IdentityHashMap<>());
        joined.run(frame, each -> {
            Row row = each.rows[slot];
            if (row != null) {
                matched.add(row);
            }
            steps.addAll(step(each, row == null ? When.NOT_BY_TARGET : When.MATCHED, row, done, generated));
            return true;
        });
        if (alone != null) {
            alone.run(frame, each -> {
                Row row = each.rows[slot];
                if (row != null && !matched.contains(row)) {
                    for (int source : sources) {
                        each.slots[source] = new Object[0];
                    }
                    steps.addAll(step(each, When.NOT_BY_SOURCE, row, done, generated));
                }
                return true;
            });
        }
        frame.presence = Presence.SURE;
        return steps;
    }

    private List<Step> step(Frame frame, When when, @Nullable Row row, Set<Row> done, List<Object[]> generated) {
        if (frame.presence != Presence.SURE || row != null && frame.tables.newest(target.table, row) != row) {
            throw new Outside(null, "MERGE with rows that are not known");
        }
        Action action = action(frame, when);
        if (action == null || action.verb == Verb.NOTHING) {
            return List.of();
        }
        if (row != null && !done.add(row)) {
            throw new SqlError(target.compilation.is(SqlDialect.H2) ? "23505" : "21000", "MERGE changes a row twice");
        }
        Loop.Kept kept = Loop.Kept.of(frame, slots);
        NewRows rows = action.rows;
        if (rows != null) {
            Object[] given = new Object[action.values.length];
            for (int i = 0; i < given.length; i++) {
                given[i] = frame.certain(action.values[i]);
            }
            return List.of(new Step(Verb.INSERT, null, rows.complete(frame, given, generated), kept));
        }
        Object[] values = java.util.Objects.requireNonNull(row).values().clone();
        Object[] results = new Object[action.sets.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = frame.certain(action.sets.get(i).value());
        }
        for (int i = 0; i < results.length; i++) {
            values[action.sets.get(i).column()] = results[i];
        }
        if (action.verb == Verb.UPDATE) {
            target.rules.complete(frame, values);
        }
        return List.of(new Step(action.verb, row, values, kept));
    }

    private @Nullable Action action(Frame frame, When when) {
        for (Action action : actions) {
            if (action.when != when) {
                continue;
            }
            Object holds = action.and == null ? (Object) true : Truth.of(action.and.value(frame));
            if (Unknown.is(holds)) {
                throw new Outside(null, "a condition of MERGE that is not known");
            }
            if (Boolean.TRUE.equals(holds)) {
                return action;
            }
        }
        return null;
    }

    // ---- to do it

    private void write(List<Step> steps, Writer writer, Frame frame, List<Tuple> tuples) {
        List<Writer.Changed> changes = new ArrayList<>();
        for (Step step : steps) {
            Row row = step.row;
            if (step.verb == Verb.DELETE && row != null) {
                writer.attempt(() -> writer.delete(target.table, row, true));
                returned(step, row.values(), frame, tuples);
            } else if (step.verb == Verb.UPDATE && row != null) {
                changes.add(new Writer.Changed(row, step.values, true));
            }
        }
        writer.update(target.table, changes);
        for (Step step : steps) {
            if (step.verb == Verb.INSERT) {
                writer.attempt(() -> writer.insert(target.table, step.values, Presence.SURE));
            }
            if (step.verb != Verb.DELETE) {
                returned(step, step.values, frame, tuples);
            }
        }
    }

    private void returned(Step step, Object[] values, Frame frame, List<Tuple> tuples) {
        if (returning != null) {
            step.kept.restore(frame, slots);
            frame.slots[slot] = values;
            tuples.add(returning.row(frame, Presence.SURE));
        }
    }
}
