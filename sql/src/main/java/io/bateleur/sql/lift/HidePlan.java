package io.bateleur.sql.lift;

/**
 * A definition that changes rows or what names mean, such as a new table that is filled at once, or that hides others of its name from its
 * session: the count that comes back tells nothing of it.
 */
record HidePlan(ObscurePlan others) implements Plan {

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (call.failed()) {
            return Outcome.WHOLE;
        }
        taint(work, others.why());
        return Outcome.left(others.why());
    }

    @Override
    public void taint(Workspace work, String reason) {
        others.taint(work, reason);
    }
}
