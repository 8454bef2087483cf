package io.bateleur.core.report;

import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.Transaction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Findings as a drawing for Graphviz: transactions with their operations, and the steps between them. */
public final class DotRenderer {
    /** What is inside a box, whose nodes have names with a prefix. */
    private interface Inside {
        void draw(int depth, String prefix);
    }

    private final StringBuilder out = new StringBuilder();
    private int clusters;

    private DotRenderer() {}

    /** One digraph of all findings, each a box of its own where there are several; each case of a case analysis is one too. */
    public static String of(List<FileReport> files) {
        List<Finding> findings =
                files.stream().flatMap(file -> file.findings().stream()).toList();
        if (findings.isEmpty()) {
            return "digraph \"no violation\" {}\n";
        }
        return findings.size() == 1 ? new DotRenderer().one(findings.get(0)) : new DotRenderer().all(files);
    }

    private String one(Finding finding) {
        line(0, "digraph explanation {");
        line(1, "label=" + quoted(title(finding)) + ";");
        head();
        finding(1, "", finding);
        line(0, "}");
        return out.toString();
    }

    private String all(List<FileReport> files) {
        line(0, "digraph explanations {");
        head();
        for (FileReport file : files) {
            for (Finding finding : file.findings()) {
                box(
                        1,
                        file.file() + ": " + title(finding),
                        "violation",
                        (depth, prefix) -> finding(depth, prefix, finding));
            }
        }
        line(0, "}");
        return out.toString();
    }

    private static String title(Finding finding) {
        return finding.title().name() + ": " + finding.claim();
    }

    /** An argument is drawn; of anything else the steps are written down. */
    private void finding(int depth, String prefix, Finding finding) {
        if (finding instanceof BrokenLevel broken) {
            argument(depth, prefix, broken.cause().why().argument());
            return;
        }
        String steps = finding.steps().stream().map(Sentence::toString).collect(Collectors.joining("\n"));
        line(depth, quoted(prefix + finding.title().name()) + " [label=" + quoted(steps) + "];");
    }

    private void head() {
        line(1, "labelloc=t;");
        line(1, "node [shape=box, fontname=monospace];");
    }

    /** Transactions are in several boxes at once: in each they are nodes of its own, named with a prefix. */
    private void box(int depth, String label, String prefix, Inside inside) {
        int cluster = clusters++;
        line(depth, "subgraph cluster_" + cluster + " {");
        line(depth + 1, "label=" + quoted(label) + ";");
        inside.draw(depth + 1, prefix + cluster + " ");
        line(depth, "}");
    }

    private void argument(int depth, String prefix, Argument argument) {
        if (argument instanceof Argument.Impossible bad) {
            badRead(depth, prefix, bad.read());
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
            box(
                    depth,
                    cases.question() + " If " + one.answer(),
                    "case",
                    (inner, prefix) -> argument(inner, prefix, one.refutation()));
        }
    }

    private void cycle(int depth, String prefix, Argument.Cycle cycle) {
        Set<Transaction> transactions = new LinkedHashSet<>();
        cycle.steps().forEach(step -> transactions.add(step.from()));
        transactions.forEach(transaction -> node(depth, prefix, transaction));
        for (Step step : cycle.steps()) {
            String label =
                    step.kind().word() + step.keyName().map(key -> " " + key).orElse("");
            String style = step.otherwise().isPresent() ? ", style=dashed" : "";
            line(
                    depth,
                    quoted(prefix + step.from().name()) + " -> "
                            + quoted(prefix + step.to().name()) + " [label=" + quoted(label) + style + ", tooltip="
                            + quoted(step.because()) + "];");
        }
    }

    private void badRead(int depth, String prefix, BadRead finding) {
        node(depth, prefix, finding.reader());
        finding.writer().filter(writer -> !writer.equals(finding.reader())).ifPresent(writer -> {
            node(depth, prefix, writer);
            line(
                    depth,
                    quoted(prefix + writer.name()) + " -> "
                            + quoted(prefix + finding.reader().name()) + " [label="
                            + quoted(finding.anomaly().title() + " "
                                    + finding.reader().history().names().key(finding.key()))
                            + "];");
        });
    }

    private void node(int depth, String prefix, Transaction transaction) {
        line(depth, quoted(prefix + transaction.name()) + " [label=" + quoted(PartLines.line(transaction)) + "];");
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\l") + '"';
    }
}
