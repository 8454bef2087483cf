package io.bateleur.core.report;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.report.Argument.Case;
import java.util.ArrayList;
import java.util.List;

/** An argument as sentences, those of an inner argument below the sentence that needs it. */
final class Outline {
    private final Explanation explanation;
    private final List<Sentence> sentences = new ArrayList<>();

    private Outline(Explanation explanation) {
        this.explanation = explanation;
    }

    static List<Sentence> of(Explanation explanation) {
        Outline outline = new Outline(explanation);
        outline.argument(0, explanation.argument());
        return outline.sentences;
    }

    private void argument(int depth, Argument argument) {
        if (argument instanceof Argument.Impossible bad) {
            say(depth, bad.read().sentence() + ".");
        } else if (argument instanceof Argument.Cycle cycle) {
            cycle.steps().forEach(step -> step(depth, step));
            say(depth, Conclusion.of(explanation, cycle.steps()));
        } else if (argument instanceof Argument.Cases cases) {
            cases(depth, cases);
        }
    }

    private void step(int depth, Step step) {
        say(depth, step.because() + ".");
        step.otherwise().filter(Outline::needsMoreWords).ifPresent(inner -> otherwise(depth + 1, inner));
    }

    private void otherwise(int depth, Argument inner) {
        List<Step> steps = inner instanceof Argument.Cycle cycle ? cycle.steps() : List.of();
        int last = steps.size() - 1;
        if (last > 0 && steps.get(last).kind() == EdgeKind.WW) {
            // It comes down to a path between the two writers; that it closes a cycle need not be said.
            say(
                    depth,
                    "How " + steps.get(last).from().name() + " comes after "
                            + steps.get(last).to().name() + ":");
            steps.subList(0, last).forEach(step -> step(depth + 1, step));
        } else {
            say(depth, "For otherwise:");
            argument(depth + 1, inner);
        }
    }

    /** A cycle of two plain steps is in the step's own sentence. */
    static boolean needsMoreWords(Argument argument) {
        return !(argument instanceof Argument.Cycle cycle)
                || cycle.steps().size() > 2
                || cycle.steps().stream().anyMatch(step -> step.otherwise().isPresent());
    }

    private void cases(int depth, Argument.Cases cases) {
        say(depth, cases.question() + (cases.cases().isEmpty() ? "." : ""));
        for (Case one : cases.cases()) {
            say(depth + 1, "If " + one.answer() + ":");
            argument(depth + 2, one.refutation());
        }
        if (!cases.cases().isEmpty()) {
            say(depth, cases.cases().size() == 2 ? "Neither can be." : "None of these can be.");
        }
    }

    private void say(int depth, String text) {
        sentences.add(new Sentence(depth, text));
    }
}
