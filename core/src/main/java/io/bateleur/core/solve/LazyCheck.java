package io.bateleur.core.solve;

/**
 * Looks at candidates and adds to the problem what they break: choices that are instantiated only when they matter, and
 * phenomena that are not plain cycles.
 */
public interface LazyCheck {

    /** What is known while the search stands still. */
    interface Candidate {
        /** 1 when the literal is true, -1 when it is false, 0 when nothing has been decided or the check has just added it. */
        int value(int literal);

        /** The place of a node in an order that all edges that are there agree with; nodes that the check has just added come last. */
        int position(int node);

        /** Whether every variable has its value. */
        boolean isComplete();
    }

    /** Called with each complete candidate; when it adds nothing to the problem, the candidate is the model. */
    void check(Candidate candidate, Problem problem);

    /** Whether to be called with incomplete candidates too, after each round of decisions without a conflict. */
    default boolean wantsPartial() {
        return false;
    }
}
