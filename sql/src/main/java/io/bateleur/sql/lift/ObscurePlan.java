package io.bateleur.sql.lift;

import java.util.List;

/** A statement that may have written these tables, or everything, in ways that are not followed. */
record ObscurePlan(List<Relation> relations, boolean cascades, boolean everything, String why) implements Plan {

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        Long count = call.count();
        boolean changed =
                count == null || count != 0 || everything || relations.stream().anyMatch(r -> r.table.triggers());
        if (call.failed() || !changed) {
            return Outcome.WHOLE;
        }
        taint(work, why);
        return Outcome.left(why);
    }

    @Override
    public void taint(Workspace work, String reason) {
        if (everything) {
            work.taints.everything(reason);
        }
        for (Relation relation : relations) {
            if (relation.table.triggers()) {
                work.taints.everything(ChangePlan.TRIGGERS);
            }
            work.taints.table(relation, reason);
            if (cascades) {
                work.taints.cascade(relation, reason);
            }
        }
    }
}
