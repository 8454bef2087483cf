package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Liftable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A delete: every cell of the row goes. */
final class DeletePlan extends ChangePlan {
    private static final String CASCADE = "a delete that deletes or changes rows of other tables";

    private final Liftable.Delete delete;
    private final Filter filter;

    DeletePlan(Liftable.Delete delete, Relation relation) {
        super(relation, delete.table());
        this.delete = delete;
        this.filter = filter(delete.where());
    }

    @Override
    Outcome change(Call call, @Nullable Long count, Workspace work) {
        work.taints.cascade(relation, CASCADE);
        if (relation.table.cascades().contains(relation.table.name())) {
            return lost(work, CASCADE);
        }
        Filter.Bound bound = filter.bind(call);
        Told told = Told.of(relation, source, delete.returning(), call);
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

    @Override
    public void taint(Workspace work, String why) {
        work.taints.table(relation, why);
        work.taints.cascade(relation, why);
    }
}
