package io.bateleur.core.report;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Transaction;
import java.util.List;

/** One violation: its name, the argument, the timeline and the operations. */
final class HtmlViolation {
    private HtmlViolation() {}

    static String section(String id, String file, Cause cause, boolean open) {
        Explanation why = cause.why();
        HtmlScene scene = new HtmlScene(id, why);
        String argument = HtmlArgument.of(why.argument(), scene);
        List<Transaction> transactions = scene.transactions();
        StringBuilder out = new StringBuilder();
        out.append("<details class=\"violation card\" id=\"")
                .append(id)
                .append(open ? "\" open>" : "\">")
                .append("<summary><p class=\"file\">")
                .append(HtmlText.counted(file, 300))
                .append("</p><h2><span class=\"badge violated\">✗ violated</span> ")
                .append(HtmlText.escaped(why.level().name()))
                .append("</h2><p class=\"anomaly\"><b>")
                .append(HtmlText.escaped(why.name()))
                .append("</b> ")
                .append(HtmlText.escaped(why.anomaly().words()))
                .append(" <cite>")
                .append(HtmlText.escaped(why.anomaly().source()))
                .append("</cite></p></summary>\n<p class=\"meaning\">")
                .append(HtmlText.escaped(Meaning.of(why)))
                .append("</p>\n");
        cause.alsoViolated().forEach(sentence -> out.append("<p class=\"meaning\">")
                .append(HtmlText.escaped(sentence))
                .append("</p>\n"));
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
        if (!cause.said().isEmpty()) {
            out.append("<section><h3>What they said</h3>\n<pre class=\"said\">")
                    .append(HtmlText.escaped(String.join("\n", cause.said())))
                    .append("</pre></section>\n");
        }
        out.append("</details>\n");
        return out.toString();
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
