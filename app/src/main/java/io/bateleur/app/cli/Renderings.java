package io.bateleur.app.cli;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.explain.Argument;
import io.bateleur.core.explain.Explanation;
import io.bateleur.core.explain.Step;
import io.bateleur.core.model.Transaction;
import java.util.StringJoiner;

/** Explanations and witnesses as text: where the command line meets the renderers. */
final class Renderings {
    private Renderings() {}

    /** What people read. */
    static String text(Explanation why) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add(why.level() + " is violated: " + why.name() + ", "
                + why.anomaly().words() + " (" + why.anomaly().source() + ")");
        argument(why.argument(), "  ", lines);
        return lines + "\n";
    }

    private static void argument(Argument argument, String indent, StringJoiner lines) {
        if (argument instanceof Argument.BadRead read) {
            lines.add(indent + read.finding().sentence() + ".");
        } else if (argument instanceof Argument.Cycle cycle) {
            for (Step step : cycle.steps()) {
                lines.add(indent + step.from() + " before " + step.to() + " (" + label(step) + "): " + step.because());
            }
        } else if (argument instanceof Argument.Cases cases) {
            lines.add(indent + cases.question());
            for (Argument.Case each : cases.cases()) {
                lines.add(indent + "- " + each.answer());
                argument(each.refutation(), indent + "    ", lines);
            }
        }
    }

    /** A graph for Graphviz. */
    static String dot(Explanation why) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("digraph " + quoted(why.level() + ": " + why.name()) + " {");
        for (Transaction transaction : why.part().transactions()) {
            lines.add("  " + quoted(transaction.toString()) + ";");
        }
        edges(why.argument(), lines);
        return lines.add("}") + "\n";
    }

    private static void edges(Argument argument, StringJoiner lines) {
        if (argument instanceof Argument.Cycle cycle) {
            for (Step step : cycle.steps()) {
                lines.add("  " + quoted(step.from().toString()) + " -> "
                        + quoted(step.to().toString()) + " [label=" + quoted(label(step)) + "];");
            }
        } else if (argument instanceof Argument.Cases cases) {
            cases.cases().forEach(each -> edges(each.refutation(), lines));
        }
    }

    /** The order in which everything can have happened. */
    static String witness(Verdict.Holds holds) {
        StringJoiner lines = new StringJoiner("\n");
        for (int event : holds.witness().events()) {
            Transaction transaction = holds.asg().history().transaction(event / 2);
            lines.add((event % 2 == 0 ? "start " : "commit ") + transaction);
        }
        return lines + "\n";
    }

    private static String label(Step step) {
        return step.kind().word() + step.key().map(key -> " " + key).orElse("");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
