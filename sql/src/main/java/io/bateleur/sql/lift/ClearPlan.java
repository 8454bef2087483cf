package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.Reach;
import java.util.List;

/**
 * A statement that leaves no row in some tables.
 *
 * @param counted whether a count of 0 says that there was none before
 * @param reach all that it may write when it is not followed
 */
record ClearPlan(List<Relation> relations, Schema schema, boolean counted, Reach reach, List<String> path, String why)
        implements Plan {

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (call.failed()) {
            return Outcome.WHOLE;
        }
        Long count = call.count();
        if (counted && count != null && count == 0) {
            return Outcome.WHOLE;
        }
        for (Relation relation : relations) {
            List<Relation> children = schema.cascades(relation, path);
            if (children == null) {
                work.taint(reach, why);
                return Outcome.left(why);
            }
            work.clear(relation, children);
        }
        return Outcome.WHOLE;
    }

    @Override
    public Account account() {
        return new Account(Outcome.WHOLE, "", reach.toString());
    }

    @Override
    public void taint(Workspace work, String told) {
        work.taint(reach, told);
    }
}
