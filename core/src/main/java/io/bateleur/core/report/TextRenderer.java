package io.bateleur.core.report;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.report.Argument.Case;
import java.util.List;

/** An explanation in plain text: what is wrong, why, what it means, and the transactions to look at. */
public final class TextRenderer {
    /** Longer lines are hard to read, however wide the page is. */
    private static final int WIDTH = 110;
    /** Where no line is broken. */
    private static final String GLUED = "\u00a0=\u00a0";

    private final Explanation explanation;
    private final int width;
    private final StringBuilder out = new StringBuilder();

    private TextRenderer(Explanation explanation, int width) {
        this.explanation = explanation;
        this.width = width;
    }

    /** Lines of text, each with a line feed. */
    public static String render(Explanation explanation) {
        return render(explanation, WIDTH);
    }

    /** The same for a page of fewer columns. */
    public static String render(Explanation explanation, int columns) {
        return new TextRenderer(explanation, Math.min(columns, WIDTH)).render();
    }

    private String render() {
        line(0, explanation.name() + ": " + explanation.anomaly().words() + beyondTheData());
        line(0, "This breaks " + explanation.level() + ".");
        line(0, "");
        argument(1, explanation.argument());
        line(0, "");
        line(0, Meaning.of(explanation));
        line(0, "");
        line(0, "The part of the history that shows it:");
        Onstage stage = new Onstage(explanation);
        Listing.lines(explanation.part(), stage.transactions())
                .forEach(text -> out.append("  ").append(text).append('\n'));
        out.append(stage.others().isEmpty() ? "" : "  " + stage.others() + "\n");
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
        if (argument instanceof Argument.Impossible bad) {
            line(depth, bad.read().sentence() + ".");
        } else if (argument instanceof Argument.Cycle cycle) {
            cycle.steps().forEach(step -> step(depth, step));
            line(depth, Conclusion.of(explanation, cycle.steps()));
        } else if (argument instanceof Argument.Cases cases) {
            cases(depth, cases);
        }
    }

    private void step(int depth, Step step) {
        line(depth, step.because() + ".");
        step.otherwise().filter(TextRenderer::needsMoreWords).ifPresent(inner -> otherwise(depth + 1, inner));
    }

    private void otherwise(int depth, Argument inner) {
        List<Step> steps = inner instanceof Argument.Cycle cycle ? cycle.steps() : List.of();
        int last = steps.size() - 1;
        if (last > 0 && steps.get(last).kind() == EdgeKind.WW) {
            // It comes down to a path between the two writers; that it closes a cycle need not be said.
            line(
                    depth,
                    "How " + steps.get(last).from() + " comes after "
                            + steps.get(last).to() + ":");
            steps.subList(0, last).forEach(step -> step(depth + 1, step));
        } else {
            line(depth, "For otherwise:");
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
        line(depth, cases.question() + (cases.cases().isEmpty() ? "." : ""));
        for (Case one : cases.cases()) {
            line(depth + 1, "If " + one.answer() + ":");
            argument(depth + 2, one.refutation());
        }
        if (!cases.cases().isEmpty()) {
            line(depth, cases.cases().size() == 2 ? "Neither can be." : "None of these can be.");
        }
    }

    /** A line, or several where it is too long: those after the first are indented further. */
    private void line(int depth, String text) {
        String indent = "  ".repeat(depth);
        StringBuilder line = new StringBuilder();
        for (String word : text.replace(" = ", GLUED).split(" ", -1)) {
            if (line.length() > 0 && indent.length() + line.length() + word.length() >= width) {
                out.append(indent).append(line).append('\n');
                line.setLength(0);
                indent = "  ".repeat(depth == 0 ? 0 : depth + 2);
            }
            line.append(line.length() == 0 ? "" : " ").append(word.replace(GLUED, " = "));
        }
        out.append(text.isEmpty() ? "" : indent).append(line).append('\n');
    }
}
