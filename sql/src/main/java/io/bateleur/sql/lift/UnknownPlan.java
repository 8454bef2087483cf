package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.Reach;
import io.bateleur.sql.tree.Span;
import java.util.List;

/**
 * A statement that may have written something in ways that are not followed.
 *
 * @param counted whether a count of 0 says that no row was changed
 * @param redefined tables of which nothing holds that is told of them before or after
 */
record UnknownPlan(Reach reach, boolean counted, List<Relation> redefined, String why, Span at) implements Plan {

    @Override
    public boolean writes() {
        return !reach.isNothing() || !redefined.isEmpty();
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        Long count = call.count();
        boolean nothing = counted && count != null && count == 0;
        if (call.failed() || nothing || !writes()) {
            return Outcome.WHOLE;
        }
        taint(work, why);
        return Outcome.left(why, at);
    }

    @Override
    public Account account() {
        return new Account(writes() ? Outcome.left(why, at) : Outcome.WHOLE, "", reach.toString());
    }

    @Override
    public void taint(Workspace work, String reason) {
        work.taint(reach, reason);
        redefined.forEach(relation -> work.doubt(relation, reason));
    }
}
