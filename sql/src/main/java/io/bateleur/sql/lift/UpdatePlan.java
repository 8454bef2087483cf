package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An update: what its conditions and its sums tell was read, and the columns that it sets were written. */
final class UpdatePlan extends ChangePlan {
    static final String UNTOLD_VALUE = "a value was written that is not told";
    private static final String KEY = "a primary key was changed";

    /** @param column -1 where it is not certain */
    record Setting(int column, Term value) {}

    private final Filters filter;
    private final @Nullable Layout returning;
    private final List<Setting> settings = new ArrayList<>();
    /** Whether some column could not be found, or is part of the key. */
    private boolean unclear;

    UpdatePlan(Target target, List<Setting> sets, List<List<Condition>> where, @Nullable Layout returning) {
        super(target);
        this.filter = new Filters(relation, source, where);
        this.returning = returning;
        for (Setting each : sets) {
            unclear |= each.column < 0 || relation.keyPlace(each.column) >= 0;
            boolean twice = settings.stream().anyMatch(setting -> setting.column == each.column);
            settings.add(
                    twice || target.rewritten().get(Math.max(0, each.column))
                            ? new Setting(each.column, Term.OTHER)
                            : each);
        }
    }

    @Override
    Outcome best() {
        return unclear
                ? Outcome.left(KEY)
                : returning != null || filter.access().equals("by key") ? Outcome.WHOLE : Outcome.left(UNTOLD);
    }

    @Override
    String access() {
        return filter.access().equals("those returned") && returning == null ? "of unknown rows" : filter.access();
    }

    @Override
    Outcome change(Call call, @Nullable Long count, Workspace work) {
        if (unclear) {
            return lost(work, KEY);
        }
        Bound bound = filter.bind(call);
        Told told = Told.of(relation, source, returning, call);
        List<List<Value>> rows = changed(bound, told, call, count);
        if (rows == null) {
            return lost(work, UNTOLD);
        }
        for (List<Value> row : rows) {
            if (!isSafe(row)) {
                return lost(work, COLLATION);
            }
        }
        boolean all = true;
        for (int i = 0; i < rows.size(); i++) {
            all &= row(rows.get(i), told == null ? null : told.rows().get(i), bound, call, work);
        }
        return all ? Outcome.WHOLE : Outcome.part(UNTOLD_VALUE);
    }

    private boolean row(List<Value> row, @Nullable Value @Nullable [] told, Bound bound, Call call, Workspace work) {
        met(bound, row, call, work);
        @Nullable Value[] written = new Value[settings.size()];
        boolean all = true;
        for (int i = 0; i < written.length; i++) {
            Setting setting = settings.get(i);
            written[i] = value(setting, row, told, bound, call, work);
            all &= written[i] != null;
        }
        for (int i = 0; i < written.length; i++) {
            work.put(relation, settings.get(i).column, row, written[i]);
        }
        for (int c = 0; c < relation.columnCount(); c++) {
            int column = c;
            boolean set = settings.stream().anyMatch(setting -> setting.column == column);
            boolean besides = relation.types[c].follows || target.rewritten().get(c);
            if (besides && relation.keyPlace(c) < 0 && !set) {
                work.put(relation, c, row, told == null ? null : told[c]);
            }
        }
        return all;
    }

    /** What is there afterwards; for a sum also tells what was there before. */
    private @Nullable Value value(
            Setting setting,
            List<Value> row,
            @Nullable Value @Nullable [] told,
            Bound bound,
            Call call,
            Workspace work) {
        ColumnType type = relation.types[setting.column];
        Value after = told == null ? null : told[setting.column];
        BigDecimal summand = summand(setting, call);
        if (summand == null || !type.adds(summand)) {
            Value given = call.constant(setting.value);
            return after != null || given == null ? after : type.stored(given);
        }
        if (after != null) {
            BigDecimal number = Numbers.of(after);
            Value before = number == null ? null : Numbers.canonical(number.subtract(summand));
            if (before != null && bound.equal()[setting.column] == null) {
                work.get(relation, setting.column, row, before);
            }
            return after;
        }
        Value before = bound.equal()[setting.column];
        boolean asked = before != null && type.isExact();
        Value known = asked ? before : work.written(relation, setting.column, row);
        BigDecimal number = known == null ? null : Numbers.of(known);
        Value sum = number == null ? null : Numbers.canonical(number.add(summand));
        return sum == null ? null : type.stored(sum);
    }

    /** What is added to the column itself, or null when the new value is anything else. */
    private @Nullable BigDecimal summand(Setting setting, Call call) {
        if (!(setting.value instanceof Term.Sum sum)) {
            return null;
        }
        if (isOwn(sum.left(), setting)) {
            BigDecimal number = call.number(sum.right());
            return number == null || !sum.minus() ? number : number.negate();
        }
        return !sum.minus() && isOwn(sum.right(), setting) ? call.number(sum.left()) : null;
    }

    private boolean isOwn(Term term, Setting setting) {
        return term instanceof Term.ColumnOf name
                && name.cell().source() == source
                && name.cell().column() == setting.column;
    }
}
