package io.bateleur.sql.lift;

/** What a statement does to the tables at hand, worked out once for all its executions. */
interface Plan {

    /** Adds what one execution read and wrote, or taints what it may have written. */
    Outcome execute(Call call, Workspace work);

    /** Taints whatever it may have written when nothing is known of its answer. */
    default void taint(Workspace work, String why) {}

    /** What it does, for people. */
    default Account account() {
        return Account.NOTHING;
    }

    /** Whether it may have written anything. */
    default boolean writes() {
        return false;
    }
}
