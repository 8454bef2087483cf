package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UPDATE as it is evaluated. */
final class RowUpdate implements StatementPlan {
    private final Target target;
    private final Matches matches;
    private final List<Target.Assigned> sets;
    /** Whether an assignment sees those before it. */
    private final boolean oneAfterTheOther;

    private final @Nullable Returning returning;

    RowUpdate(
            Target target,
            Matches matches,
            List<Target.Assigned> sets,
            boolean oneAfterTheOther,
            @Nullable Returning returning) {
        this.target = target;
        this.matches = matches;
        this.sets = sets;
        this.oneAfterTheOther = oneAfterTheOther;
        this.returning = returning;
    }

    @Override
    public @Nullable Returning returning() {
        return returning;
    }

    @Override
    public Answer run(Frame frame) {
        int[] columns = sets.stream().mapToInt(Target.Assigned::column).toArray();
        target.triggers.statement("BEFORE", "UPDATE", frame, columns);
        List<Matches.Match> found = matches.find(frame);
        target.triggers.checkOrder("UPDATE", found.size());
        frame.strict = true;
        List<Writer.Changed> changes = new ArrayList<>();
        List<Matches.Match> changed = new ArrayList<>();
        List<Fired> fired = new ArrayList<>();
        RowCount count = new RowCount();
        Writer writer = new Writer(target.rulebook, frame);
        for (Matches.Match match : found) {
            Presence presence = match.presence().and(match.row().presence());
            writer.attempt(presence, () -> change(match, presence, frame, changes, changed, count, fired));
        }
        frame.presence = Presence.SURE;
        List<Row> written = writer.update(target.table, changes);
        writer.finish();
        if (target.triggers.seeRows("UPDATE")) {
            for (int i = 0; i < fired.size(); i++) {
                target.triggers.after(
                        "UPDATE", frame, fired.get(i).old(), fired.get(i).now(), columns);
            }
        }
        target.triggers.statement("AFTER", "UPDATE", frame, columns);
        frame.perhaps.forEach(writer::may);
        RowSet rows = returning == null ? null : rows(changed, changes, written, frame);
        return Answer.count(count.value(), rows, List.of(), writer.perhaps());
    }

    /** A row by which triggers came. */
    private record Fired(Object[] old, Object[] now) {}

    private void change(
            Matches.Match match,
            Presence presence,
            Frame frame,
            List<Writer.Changed> changes,
            List<Matches.Match> changed,
            RowCount count,
            List<Fired> fired) {
        Object[] values = values(match, frame);
        if (target.triggers.seeRows("UPDATE")) {
            values = triggered(match, presence, values, frame);
            if (values == null) {
                return;
            }
            fired.add(new Fired(match.row().values(), values));
        }
        boolean mysql = target.compilation.is(io.bateleur.sql.tree.SqlDialect.MYSQL);
        if (mysql && Arrays.equals(values, match.row().values()) && !Unknown.in(values)) {
            frame.changes.lock(target.table, match.row(), "UPDATE");
            count.add(frame.environment.countsFoundRows() ? 1 : 0, presence);
            return;
        }
        if (match.presence() != Presence.SURE) {
            blur(values, match.row().values());
        }
        changes.add(new Writer.Changed(match.row(), values, match.presence() == Presence.SURE));
        if (mysql && !frame.environment.countsFoundRows() && Unknown.in(values)) {
            count.unknown();
        }
        count.add(1, presence);
        changed.add(match);
    }

    /** What triggers before the row make of it; null: it stays as it is. */
    private Object @Nullable [] triggered(Matches.Match match, Presence presence, Object[] values, Frame frame) {
        if (presence != Presence.SURE) {
            throw new Outside(null, "triggers on rows that may be there");
        }
        int[] columns = sets.stream().mapToInt(Target.Assigned::column).toArray();
        Object[] now = target.triggers.before("UPDATE", frame, match.row().values(), values, columns);
        if (now != null) {
            target.rules.complete(frame, now);
        }
        return now;
    }

    /** Whether the row is changed at all is not known. */
    private static void blur(Object[] values, Object[] old) {
        for (int i = 0; i < values.length; i++) {
            if (!java.util.Objects.equals(values[i], old[i])) {
                values[i] = Unknown.UNKNOWN;
            }
        }
    }

    private Object[] values(Matches.Match match, Frame frame) {
        match.kept().restore(frame, matches.slots());
        frame.presence = match.presence().and(match.row().presence());
        Object[] values = assigned(match.row().values(), frame);
        for (Loop.Kept other : match.alternatives()) {
            other.restore(frame, matches.slots());
            frame.slots[matches.slot()] = match.row().values();
            Object[] also = assigned(match.row().values(), frame);
            for (int i = 0; i < values.length; i++) {
                if (!java.util.Objects.equals(values[i], also[i])) {
                    values[i] = Unknown.UNKNOWN;
                }
            }
        }
        return values;
    }

    private Object[] assigned(Object[] old, Frame frame) {
        Object[] values = old.clone();
        Object[] results = new Object[sets.size()];
        if (oneAfterTheOther) {
            frame.slots[matches.slot()] = values;
        }
        for (int i = 0; i < results.length; i++) {
            results[i] = frame.certain(sets.get(i).value());
            if (oneAfterTheOther) {
                int column = sets.get(i).column();
                values[column] = target.rules.castings[column].cast(results[i]);
            }
        }
        for (int i = 0; i < results.length && !oneAfterTheOther; i++) {
            values[sets.get(i).column()] = results[i];
        }
        target.rules.complete(frame, values);
        return values;
    }

    private RowSet rows(List<Matches.Match> matched, List<Writer.Changed> changes, List<Row> written, Frame frame) {
        List<Tuple> tuples = new ArrayList<>();
        Returning clause = java.util.Objects.requireNonNull(returning);
        for (int i = 0; i < changes.size(); i++) {
            Matches.Match match = matched.get(i);
            match.kept().restore(frame, matches.slots());
            frame.slots[matches.slot()] = written.get(i).values();
            tuples.add(clause.row(frame, match.presence().and(match.row().presence())));
        }
        return clause.rows(tuples);
    }
}
