package io.bateleur.app.cli;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.explain.DotRenderer;
import io.bateleur.core.explain.Explanation;
import io.bateleur.core.explain.TextRenderer;
import io.bateleur.core.model.Transaction;

/** Explanations and witnesses as text: where the command line meets the renderers. */
final class Renderings {
    private Renderings() {}

    /** What people read. */
    static String text(Explanation why) {
        return TextRenderer.render(why);
    }

    /** A graph for Graphviz. */
    static String dot(Explanation why) {
        return DotRenderer.render(why);
    }

    /** The order in which everything can have happened. */
    static String witness(Verdict.Holds holds) {
        StringBuilder lines = new StringBuilder();
        for (int event : holds.witness().events()) {
            Transaction transaction = holds.asg().history().transaction(event / 2);
            lines.append(event % 2 == 0 ? "start " : "commit ")
                    .append(transaction)
                    .append('\n');
        }
        return lines.toString();
    }
}
