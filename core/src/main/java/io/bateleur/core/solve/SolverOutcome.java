package io.bateleur.core.solve;

import java.util.function.Function;

/** How solving ended: with a model, with a refusal, or without either. */
public sealed interface SolverOutcome {

    /**
     * All clauses hold and all graphs are acyclic.
     *
     * @param values the value of each variable; that of variable 1 is at index 1
     * @param order all nodes, so that every edge that is there goes from an earlier to a later one; those of one graph make its
     *     topological order
     */
    record Satisfied(boolean[] values, int[] order) implements SolverOutcome {}

    /**
     * There is no model under the assumptions.
     *
     * @param core assumptions that cannot all be true; empty when nothing can be, whatever is assumed
     * @param cycle when no clause had to be learned: the nodes of a cycle of permanent and forced edges; else empty
     */
    record Refused(int[] core, int[] cycle) implements SolverOutcome {}

    /** The limits were reached. */
    record GaveUp(long steps, String reason) implements SolverOutcome {}

    /** Deals with each way of ending; the compiler sees to it that none is forgotten. */
    default <T> T match(
            Function<? super Satisfied, ? extends T> satisfied,
            Function<? super Refused, ? extends T> refused,
            Function<? super GaveUp, ? extends T> gaveUp) {
        if (this instanceof Satisfied s) {
            return satisfied.apply(s);
        }
        return this instanceof Refused r ? refused.apply(r) : gaveUp.apply((GaveUp) this);
    }
}
