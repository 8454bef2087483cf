package io.bateleur.sql.lift;

/**
 * What a statement does, as far as its text and the schema tell, for people.
 *
 * @param best how much of an execution can be lifted at best, and why not all
 * @param reads tables with columns and how rows are found, such as {@code item(stock) by key}; empty: nothing that is lifted
 * @param writes the same; {@code anything} where nobody knows
 */
record Account(Outcome best, String reads, String writes) {
    static final Account NOTHING = new Account(Outcome.WHOLE, "", "");

    static Account left(Outcome why) {
        return new Account(why, "", "");
    }

    Account with(Account other) {
        Outcome worse = best.share().ordinal() >= other.best.share().ordinal() ? best : other.best;
        boolean mixed = best.share() != other.best.share();
        Outcome both = mixed ? Outcome.part(worse.why()) : worse;
        return new Account(both, joined(reads, other.reads), joined(writes, other.writes));
    }

    private static String joined(String left, String right) {
        return left.isEmpty() || left.equals(right) ? right : right.isEmpty() ? left : left + "; " + right;
    }
}
