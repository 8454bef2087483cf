package io.bateleur.core.explain;

import io.bateleur.core.explain.Argument.Case;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import java.util.List;

/** An explanation in plain text: what is wrong, why, what it means, and the transactions to look at. */
public final class TextRenderer {
    private final Explanation explanation;
    private final StringBuilder out = new StringBuilder();

    private TextRenderer(Explanation explanation) {
        this.explanation = explanation;
    }

    /** Lines of text, each with a line feed. */
    public static String render(Explanation explanation) {
        return new TextRenderer(explanation).render();
    }

    private String render() {
        line(0, explanation.name() + ": " + explanation.anomaly().words() + beyondTheData());
        line(0, "This breaks " + explanation.level() + ".");
        line(0, "");
        argument(1, explanation.argument());
        line(0, "");
        line(0, Meaning.of(explanation.anomaly()));
        line(0, "");
        line(0, "The part of the history that shows it:");
        Listing.lines(explanation.part()).forEach(text -> line(1, text));
        return out.toString();
    }

    private String beyondTheData() {
        return switch (explanation.order()) {
            case NONE -> "";
            case SESSION -> ", given the order of a session";
            case REAL_TIME -> ", given the clients' times";
        };
    }

    private void argument(int depth, Argument argument) {
        if (argument instanceof Argument.BadRead bad) {
            line(depth, bad.finding().sentence() + ".");
        } else if (argument instanceof Argument.Cycle cycle) {
            cycle.steps().forEach(step -> step(depth, step));
            line(depth, conclusion(cycle.steps()));
        } else if (argument instanceof Argument.Cases cases) {
            cases(depth, cases);
        }
    }

    private void step(int depth, Step step) {
        line(depth, step.because() + ".");
        step.otherwise().filter(TextRenderer::needsMoreWords).ifPresent(inner -> {
            line(depth + 1, "For otherwise:");
            argument(depth + 2, inner);
        });
    }

    /** A cycle of two plain steps is in the step's own sentence. */
    private static boolean needsMoreWords(Argument argument) {
        return !(argument instanceof Argument.Cycle cycle)
                || cycle.steps().size() > 2
                || cycle.steps().stream().anyMatch(step -> step.otherwise().isPresent());
    }

    private void cases(int depth, Argument.Cases cases) {
        line(depth, cases.question() + (cases.cases().isEmpty() ? "." : ""));
        for (Case one : cases.cases()) {
            line(depth + 1, "If " + one.answer() + ":");
            argument(depth + 2, one.refutation());
        }
        if (!cases.cases().isEmpty()) {
            line(depth, cases.cases().size() == 2 ? "Neither can be." : "None of these can be.");
        }
    }

    private String conclusion(List<Step> steps) {
        List<Step> anti = steps.stream().filter(step -> step.kind().isAnti()).toList();
        if (anti.size() == 1) {
            Step missed = anti.get(0);
            Anti counted = explanation
                    .level()
                    .of(explanation.part(), missed.from().number())
                    .criterion()
                    .anti();
            if (counted == Anti.NONE) {
                return "So " + missed.from() + " comes after " + missed.to() + " and yet missed what it wrote.";
            }
        }
        Step first = steps.get(0);
        Points points = explanation
                .level()
                .of(explanation.part(), first.from().number())
                .criterion()
                .points();
        String what = points == Points.ONE ? "" : first.kind().isAnti() ? "the snapshot of " : "the commit of ";
        return "So " + what + first.from() + " comes before itself.";
    }

    private void line(int depth, String text) {
        out.append(text.isEmpty() ? "" : "  ".repeat(depth) + text).append('\n');
    }
}
