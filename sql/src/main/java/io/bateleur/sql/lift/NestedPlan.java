package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.Reach;

/** A change that is followed, with others inside of it that are not. @param reach of all of them */
record NestedPlan(Plan outer, Reach inner, Reach reach) implements Plan {
    private static final String WHY = "changes inside of another one";

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (call.failed()) {
            return Outcome.WHOLE;
        }
        work.taint(inner, WHY);
        Outcome outcome = outer.execute(call, work);
        return outcome.share() == Outcome.Share.WHOLE ? Outcome.part(WHY) : outcome;
    }

    @Override
    public Account account() {
        Account own = outer.account();
        Outcome best = own.best().share() == Outcome.Share.WHOLE ? Outcome.part(WHY) : own.best();
        return new Account(best, own.reads(), reach.toString());
    }

    @Override
    public void taint(Workspace work, String why) {
        work.taint(reach, why);
    }
}
