package io.bateleur.core.encode;

import io.bateleur.core.asg.Resolution;
import io.bateleur.core.solve.LazyCheck;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverOutcome;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What is left of a level of a history as a problem, and the way back from its answer. As a check it adds what a candidate breaks;
 * a problem that is complete before anyone solves it adds nothing.
 */
public interface Translation extends LazyCheck {
    Problem problem();

    @Override
    default void check(Candidate candidate, Problem grown) {}

    /** The resolution behind a model. */
    Resolution resolution(SolverOutcome.Satisfied model);

    /**
     * Transactions that may be enough to show a refusal; none when nobody can tell.
     *
     * @param involved the nodes of the cycles that the refusal rests on, as far as the solver knows them
     */
    int[] suspects(SolverOutcome.Refused refused, Supplier<Optional<BitSet>> involved);

    /** What the nodes and the variables mean that have been made so far: lines such as {@code n2 T1}. */
    void legend(Consumer<String> line);
}
