package io.bateleur.core.report;

import io.bateleur.core.model.BadRead;
import java.util.List;
import java.util.stream.Collectors;

/** Why something cannot have happened. */
public sealed interface Argument {

    /** How many steps and questions there are to read. */
    int weight();

    /** One read that nothing explains. */
    record Impossible(BadRead read) implements Argument {
        @Override
        public int weight() {
            return 1;
        }
    }

    /** Each step's transaction comes before the next one's, and the last before the first. */
    record Cycle(List<Step> steps) implements Argument {
        public Cycle {
            steps = List.copyOf(steps);
        }

        @Override
        public int weight() {
            return steps.stream()
                    .mapToInt(step -> 1 + step.otherwise().map(Argument::weight).orElse(0))
                    .sum();
        }

        @Override
        public String toString() {
            return steps.stream().map(Step::toString).collect(Collectors.joining(", "));
        }
    }

    /**
     * One of several things must be true, and each leads to a contradiction. Without any case nothing is left that could be
     * true.
     *
     * @param question what is open, such as "Which of T1 and T2 wrote x first?"
     */
    record Cases(String question, List<Case> cases) implements Argument {
        public Cases {
            cases = List.copyOf(cases);
        }

        @Override
        public int weight() {
            return 1 + cases.stream().mapToInt(one -> one.refutation.weight()).sum();
        }

        @Override
        public String toString() {
            return question + cases.stream().map(Case::toString).collect(Collectors.joining());
        }
    }

    /** One answer to the question, in words and as a value, and why it cannot be. */
    record Case(String answer, Assumption assumption, Argument refutation) {
        @Override
        public String toString() {
            return " [" + answer + ": " + refutation + "]";
        }
    }
}
