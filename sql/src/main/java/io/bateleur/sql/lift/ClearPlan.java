package io.bateleur.sql.lift;

import java.util.List;
import java.util.Set;

/**
 * A statement that leaves no row in some tables.
 *
 * @param counted whether a count of 0 says that there was none before
 */
record ClearPlan(List<Relation> relations, Schema schema, boolean counted, String why) implements Plan {

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (call.failed()) {
            return Outcome.WHOLE;
        }
        if (relations.stream().anyMatch(relation -> relation.table.triggers())) {
            work.taints.everything(ChangePlan.TRIGGERS);
            return Outcome.left(ChangePlan.TRIGGERS);
        }
        Long count = call.count();
        if (counted && count != null && count == 0) {
            return Outcome.WHOLE;
        }
        for (Relation relation : relations) {
            Set<Relation> children = schema.cascades(relation);
            if (children == null) {
                work.taints.everything(why);
                return Outcome.left(why);
            }
            work.clear(relation, children);
        }
        return Outcome.WHOLE;
    }

    @Override
    public void taint(Workspace work, String told) {
        for (Relation relation : relations) {
            if (relation.table.triggers()) {
                work.taints.everything(told);
            }
            work.taints.table(relation, told);
            work.taints.cascade(relation, told);
        }
    }
}
