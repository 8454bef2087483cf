package io.bateleur.core.explain;

import io.bateleur.core.asg.Finding;
import io.bateleur.core.model.Transaction;
import java.util.LinkedHashSet;
import java.util.Set;

/** An explanation as a drawing for Graphviz: transactions with their operations, and the steps between them. */
public final class DotRenderer {
    private final Explanation explanation;
    private final StringBuilder out = new StringBuilder();
    private int clusters;

    private DotRenderer(Explanation explanation) {
        this.explanation = explanation;
    }

    /** A digraph; each case of a case analysis is a box of its own. */
    public static String render(Explanation explanation) {
        return new DotRenderer(explanation).render();
    }

    private String render() {
        line(0, "digraph explanation {");
        line(1, "label=" + quoted(explanation.name() + " breaks " + explanation.level()) + ";");
        line(1, "labelloc=t;");
        line(1, "node [shape=box, fontname=monospace];");
        argument(1, "", explanation.argument());
        line(0, "}");
        return out.toString();
    }

    private void argument(int depth, String prefix, Argument argument) {
        if (argument instanceof Argument.BadRead bad) {
            badRead(depth, prefix, bad.finding());
        } else if (argument instanceof Argument.Cycle cycle) {
            cycle(depth, prefix, cycle);
        } else if (argument instanceof Argument.Cases cases) {
            cases(depth, cases);
        }
    }

    private void cases(int depth, Argument.Cases cases) {
        if (cases.cases().isEmpty()) {
            line(depth, "none" + clusters++ + " [label=" + quoted(cases.question()) + "];");
        }
        for (Argument.Case one : cases.cases()) {
            int cluster = clusters++;
            line(depth, "subgraph cluster_" + cluster + " {");
            line(depth + 1, "label=" + quoted(cases.question() + " If " + one.answer()) + ";");
            argument(depth + 1, "case" + cluster + " ", one.refutation());
            line(depth, "}");
        }
    }

    private void cycle(int depth, String prefix, Argument.Cycle cycle) {
        Set<Transaction> transactions = new LinkedHashSet<>();
        cycle.steps().forEach(step -> transactions.add(step.from()));
        transactions.forEach(transaction -> node(depth, prefix, transaction));
        for (Step step : cycle.steps()) {
            String label = step.kind().word() + step.key().map(key -> " " + key).orElse("");
            String style = step.otherwise().isPresent() ? ", style=dashed" : "";
            line(
                    depth,
                    quoted(prefix + step.from()) + " -> " + quoted(prefix + step.to()) + " [label=" + quoted(label)
                            + style + ", tooltip=" + quoted(step.because()) + "];");
        }
    }

    private void badRead(int depth, String prefix, Finding finding) {
        node(depth, prefix, finding.reader());
        finding.writer().filter(writer -> !writer.equals(finding.reader())).ifPresent(writer -> {
            node(depth, prefix, writer);
            line(
                    depth,
                    quoted(prefix + writer) + " -> " + quoted(prefix + finding.reader()) + " [label="
                            + quoted(finding.anomaly().title() + " " + finding.key()) + "];");
        });
    }

    private void node(int depth, String prefix, Transaction transaction) {
        line(depth, quoted(prefix + transaction) + " [label=" + quoted(Listing.line(transaction)) + "];");
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
