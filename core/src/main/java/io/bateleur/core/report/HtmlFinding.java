package io.bateleur.core.report;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Transaction;
import java.util.List;

/** One finding: its name, why, and what to look at. Of a broken level the argument, the timeline and the operations are drawn. */
final class HtmlFinding {
    /** Nobody reads further, and the page stays small. */
    private static final int STEPS_MAX = 300;

    private HtmlFinding() {}

    static String section(String id, String file, Finding finding, boolean open) {
        StringBuilder out = new StringBuilder();
        String what = finding instanceof BrokenLevel broken
                ? broken.cause().why().level().name()
                : finding instanceof ProgramViolation
                        ? finding.claim()
                        : finding.title().name();
        out.append("<details class=\"violation card\" id=\"")
                .append(id)
                .append(open ? "\" open>" : "\">")
                .append("<summary><p class=\"file\">")
                .append(HtmlText.counted(file, 300))
                .append("</p><h2>")
                .append(badge(finding.severity()))
                .append(' ')
                .append(HtmlText.escaped(what))
                .append("</h2><p class=\"anomaly\"><b>")
                .append(HtmlText.escaped(finding.title().name()))
                .append("</b> ")
                .append(HtmlText.escaped(finding.title().words()))
                .append(" <cite>")
                .append(HtmlText.escaped(finding.title().source()))
                .append("</cite></p></summary>\n");
        paragraph(out, finding.meaning());
        finding.remarks().forEach(remark -> paragraph(out, remark));
        if (finding instanceof BrokenLevel broken) {
            argument(out, id, broken.cause());
        } else {
            steps(out, finding);
        }
        if (finding instanceof ProgramViolation violation) {
            out.append(HtmlProgramViolation.of(id, violation));
        }
        for (Evidence evidence : finding.evidence()) {
            boolean drawn = finding instanceof BrokenLevel
                    && evidence.equals(finding.evidence().get(0));
            if (!drawn) {
                evidence(out, evidence);
            }
        }
        out.append("</details>\n");
        return out.toString();
    }

    static String badge(Severity severity) {
        return switch (severity) {
            case VIOLATION -> "<span class=\"badge violated\">✗ violated</span>";
            case DEVIATION -> "<span class=\"badge undecided\">≠ deviates</span>";
            case NOTE -> "<span class=\"badge note\">✗ not promised</span>";
        };
    }

    private static void paragraph(StringBuilder out, String sentence) {
        out.append("<p class=\"meaning\">").append(HtmlText.escaped(sentence)).append("</p>\n");
    }

    private static void argument(StringBuilder out, String id, Cause cause) {
        Explanation why = cause.why();
        HtmlScene scene = new HtmlScene(id, why);
        String argument = HtmlArgument.of(why.argument(), scene);
        List<Transaction> transactions = scene.transactions();
        out.append("<section><h3>Why</h3>\n")
                .append(argument)
                .append(legend(scene))
                .append("</section>\n");
        out.append("<section><h3>When</h3>\n<figure class=\"timeline\">\n")
                .append(HtmlTimeline.svg(scene, transactions))
                .append("</figure></section>\n");
        out.append("<section><h3>The part of the history that shows it</h3>\n")
                .append(HtmlOperations.of(scene, transactions))
                .append("</section>\n");
    }

    private static void steps(StringBuilder out, Finding finding) {
        out.append("<section><h3>Why</h3>\n");
        paragraph(out, finding.claim());
        out.append("<ul class=\"sentences\">\n");
        finding.steps().stream().limit(STEPS_MAX).forEach(step -> out.append("<li style=\"margin-left:")
                .append(Math.min(step.depth(), 12) * 18)
                .append("px\">")
                .append(HtmlText.counted(step.text(), 600))
                .append("</li>\n"));
        out.append("</ul>\n");
        if (finding.steps().size() > STEPS_MAX) {
            out.append("<p class=\"more\">… ")
                    .append(finding.steps().size() - STEPS_MAX)
                    .append(" more</p>\n");
        }
        out.append("</section>\n");
    }

    private static void evidence(StringBuilder out, Evidence evidence) {
        out.append("<section><h3>")
                .append(HtmlText.escaped(evidence.heading()))
                .append("</h3>\n<pre class=\"said\">")
                .append(HtmlText.escaped(String.join("\n", evidence.lines())))
                .append("</pre></section>\n");
    }

    private static String legend(HtmlScene scene) {
        if (scene.kinds().isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder("<dl class=\"legend\">");
        for (EdgeKind kind : scene.kinds()) {
            out.append("<div><dt class=\"kind ")
                    .append(kind.word())
                    .append("\">")
                    .append(kind.word())
                    .append("</dt><dd>")
                    .append(HtmlText.escaped(kind.meaning()))
                    .append("</dd></div>");
        }
        return out.append("</dl>\n").toString();
    }
}
