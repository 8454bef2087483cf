package io.bateleur.core.explain;

import io.bateleur.core.explain.Argument.Case;

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
            line(depth, Conclusion.of(explanation, cycle.steps()));
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
    static boolean needsMoreWords(Argument argument) {
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

    private void line(int depth, String text) {
        out.append(text.isEmpty() ? "" : "  ".repeat(depth) + text).append('\n');
    }
}
