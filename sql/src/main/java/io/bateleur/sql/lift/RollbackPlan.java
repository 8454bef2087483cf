package io.bateleur.sql.lift;

import io.bateleur.sql.tree.Name;

/** {@code ROLLBACK TO}: what was written since the savepoint did not happen. */
record RollbackPlan(Name name) implements Plan {
    private static final String UNKNOWN = "ROLLBACK TO a savepoint that the trace does not show";

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (call.failed() || !call.assumed() && work.rollbackTo(name)) {
            return Outcome.WHOLE;
        }
        taint(work, UNKNOWN);
        return Outcome.left(UNKNOWN);
    }

    @Override
    public void taint(Workspace work, String why) {
        work.taintAll(why);
    }
}
