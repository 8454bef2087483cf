package io.bateleur.core.explain;

import io.bateleur.core.asg.Finding;
import java.util.List;

/** Why something cannot have happened. */
public sealed interface Argument {

    /** One read that nothing explains. */
    record BadRead(Finding finding) implements Argument {}

    /** Each step's transaction comes before the next one's, and the last before the first. */
    record Cycle(List<Step> steps) implements Argument {
        public Cycle {
            steps = List.copyOf(steps);
        }
    }

    /**
     * One of several things must be true, and each leads to a contradiction.
     *
     * @param question what is open, such as "which of T1 and T2 wrote x first?"
     */
    record Cases(String question, List<Case> cases) implements Argument {
        public Cases {
            cases = List.copyOf(cases);
        }
    }

    /** One answer to the question, and why it cannot be. */
    record Case(String answer, Argument refutation) {}
}
