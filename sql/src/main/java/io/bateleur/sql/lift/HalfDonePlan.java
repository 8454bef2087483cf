package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.Reach;

/**
 * A change whose failure does more than nothing: SQLite's {@code OR FAIL} keeps the rows that came before the one that failed, and
 * {@code OR ROLLBACK} undoes what the transaction did until then.
 *
 * @param ends whether a failure ends the transaction
 */
record HalfDonePlan(Plan change, Reach reach, boolean ends) implements Plan {
    private static final String KEPT = "a change that failed may have written some rows";
    private static final String UNDONE = "a change that failed undid its transaction";

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (!call.failed()) {
            return change.execute(call, work);
        }
        String why = ends ? UNDONE : KEPT;
        work.taint(reach, why);
        if (ends) {
            work.taintWritten(why);
        }
        return Outcome.left(why);
    }

    @Override
    public Account account() {
        return change.account();
    }

    @Override
    public void taint(Workspace work, String why) {
        change.taint(work, why);
    }
}
