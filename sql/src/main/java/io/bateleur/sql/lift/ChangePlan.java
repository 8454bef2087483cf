package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.RowSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What inserts, updates and deletes of one table have in common. */
abstract class ChangePlan implements Plan {
    static final String UNTOLD = "rows were changed and it is not told which";
    static final String TRIGGERS = "a table was changed whose triggers or rules may change what is written";
    static final String COLLATION = "text keys that some collations take for others";

    final Relation relation;
    final RowSource source;
    final Target target;

    ChangePlan(Target target) {
        this.target = target;
        this.relation = target.relation();
        this.source = target.source();
    }

    @Override
    public boolean writes() {
        return true;
    }

    /** Whether each execution tells which rows it changed, and how. */
    abstract Outcome best();

    /** How rows are found, for people. */
    abstract String access();

    @Override
    public Account account() {
        Outcome best = target.keepsRows() ? best() : Outcome.left(TRIGGERS);
        String by = access();
        boolean reads = !by.isEmpty() && best.share() != Outcome.Share.LEFT && relation.traits.changesWhatItSees();
        String table = relation.table.name().name();
        return new Account(best, reads ? table + " " + by : "", target.reach() + (by.isEmpty() ? "" : " " + by));
    }

    @Override
    public final Outcome execute(Call call, Workspace work) {
        if (call.failed()) {
            return Outcome.WHOLE;
        }
        if (!target.keepsRows()) {
            return lost(work, TRIGGERS);
        }
        Long count = call.count();
        boolean none = count != null && count == 0 && !call.assumed();
        if (!none || !target.eachRow()) {
            target.triggers().forEach(each -> work.taint(each.others(), TRIGGERS));
        }
        return none ? nothing(call) : change(call, count, work);
    }

    /** No row was changed. */
    Outcome nothing(Call call) {
        return Outcome.WHOLE;
    }

    /** Some row was changed, or that is not told. */
    abstract Outcome change(Call call, @Nullable Long count, Workspace work);

    final Outcome lost(Workspace work, String why) {
        taint(work, why);
        return Outcome.left(why);
    }

    /** Which rows an update or a delete changed; null when that is not told. */
    final @Nullable List<List<Value>> changed(Bound bound, @Nullable Told told, Call call, @Nullable Long count) {
        if (told != null) {
            List<List<Value>> rows = new ArrayList<>();
            for (@Nullable Value[] cells : told.rows()) {
                @Nullable Value[] all = cells.clone();
                for (int column : relation.key) {
                    all[column] = all[column] == null ? bound.equal()[column] : all[column];
                }
                List<Value> row = Told.key(relation, all);
                if (row == null || rows.contains(row)) {
                    return null;
                }
                rows.add(row);
            }
            return count == null || count == rows.size() ? rows : null;
        }
        List<List<Value>> rows = bound.rows();
        boolean all = rows != null && (call.assumed() ? rows.size() == 1 : count != null && count == rows.size());
        return all ? rows : null;
    }

    /** That the row was there before it was changed, and what conditions it met. */
    final void met(Bound bound, List<Value> row, Call call, Workspace work) {
        if (!relation.traits.changesWhatItSees() || call.assumed()) {
            return;
        }
        work.exists(relation, row);
        for (int c = 0; c < bound.equal().length; c++) {
            Value value = bound.equal()[c];
            if (value != null && relation.keyPlace(c) < 0 && relation.types[c].isExact()) {
                work.get(relation, c, row, value);
            }
        }
    }

    final boolean isSafe(List<Value> row) {
        for (int k = 0; k < row.size(); k++) {
            if (!relation.types[relation.key[k]].isSafeKey(row.get(k))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void taint(Workspace work, String why) {
        work.taint(target.reach(), why);
    }
}
