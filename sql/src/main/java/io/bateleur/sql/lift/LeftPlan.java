package io.bateleur.sql.lift;

/** A read that is left out. */
record LeftPlan(Outcome why) implements Plan {
    @Override
    public Outcome execute(Call call, Workspace work) {
        return call.failed() ? Outcome.WHOLE : why;
    }

    @Override
    public Account account() {
        return new Account(why, "", "");
    }
}
