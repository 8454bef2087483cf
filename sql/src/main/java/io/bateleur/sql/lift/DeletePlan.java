package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.Reach;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A delete: every cell of the row goes. */
final class DeletePlan extends ChangePlan {
    private static final String CASCADE = "a delete that deletes or changes rows of other tables";

    private final Filters filter;
    private final @Nullable Layout returning;

    DeletePlan(Target target, List<List<Condition>> where, @Nullable Layout returning) {
        super(target);
        this.filter = new Filters(relation, source, where);
        this.returning = returning;
    }

    @Override
    Outcome best() {
        return returning != null || filter.access().equals("by key") ? Outcome.WHOLE : Outcome.left(UNTOLD);
    }

    @Override
    String access() {
        return filter.access().equals("those returned") && returning == null ? "of unknown rows" : filter.access();
    }

    @Override
    Outcome change(Call call, @Nullable Long count, Workspace work) {
        Reach children = work.cascades(target);
        work.taint(children, CASCADE);
        if (!children.columns(relation.table).isEmpty()) {
            return lost(work, CASCADE);
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
            met(bound, row, call, work);
            work.delete(relation, row);
        }
        return Outcome.WHOLE;
    }
}
