package io.bateleur.core.report;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.List;
import java.util.Map;

/** The part of the history that breaks the level: its transactions and their operations, in the mini-language. */
final class HtmlOperations {
    private static final int OPERATIONS_MAX = 48;
    private static final int OPERATION_MAX = 240;
    private static final int INITIAL_MAX = 24;

    private final HtmlScene scene;
    private final StringBuilder out = new StringBuilder();

    private HtmlOperations(HtmlScene scene) {
        this.scene = scene;
    }

    static String of(HtmlScene scene, List<Transaction> transactions) {
        HtmlOperations html = new HtmlOperations(scene);
        html.initial(scene.why().part());
        html.out.append("<ul class=\"history\">\n");
        transactions.forEach(html::transaction);
        html.out.append("</ul>\n");
        if (scene.unshown() > 0) {
            html.out.append("<p class=\"more\">… ").append(scene.unshown()).append(" more transactions</p>\n");
        }
        if (!scene.others().isEmpty()) {
            html.out.append("<p class=\"more\">… ").append(scene.others()).append("</p>\n");
        }
        return html.out.toString();
    }

    private void initial(History part) {
        if (part.initialState() == InitialState.UNKNOWN) {
            out.append("<p class=\"initial\">What was there at the start is not known");
            List<Value> absent = part.initiallyAbsent();
            out.append(absent.isEmpty() ? "" : ", but there was nothing at");
            absent.stream().limit(INITIAL_MAX).forEach(each -> out.append(" <code>")
                    .append(HtmlText.counted(part.names().key(each), 80))
                    .append("</code>"));
            out.append(absent.size() > INITIAL_MAX ? " … " + (absent.size() - INITIAL_MAX) + " more" : "")
                    .append(".</p>\n");
        }
        Map<Value, Value> contents = part.initialContents();
        if (contents.isEmpty()) {
            return;
        }
        out.append("<p class=\"initial\">At the start:");
        contents.entrySet().stream().limit(INITIAL_MAX).forEach(each -> out.append(" <code>")
                .append(HtmlText.counted(part.names().key(each.getKey()) + " = " + each.getValue(), 80))
                .append("</code>"));
        if (contents.size() > INITIAL_MAX) {
            out.append(" … ").append(contents.size() - INITIAL_MAX).append(" more");
        }
        out.append("</p>\n");
    }

    private void transaction(Transaction t) {
        out.append("<li class=\"txn\" id=\"")
                .append(scene.idOf(t))
                .append("\" ")
                .append(scene.actor(t))
                .append(" tabindex=\"-1\"><span class=\"who\"><b>")
                .append(HtmlText.counted(t.name(), 80))
                .append("</b> <span class=\"session\">session ")
                .append(HtmlText.counted(t.session().toString(), 60))
                .append("</span>");
        if (t.ending() != Ending.COMMITTED) {
            out.append(" <span class=\"ending ")
                    .append(t.ending())
                    .append("\">")
                    .append(t.ending())
                    .append("</span>");
        }
        t.level().ifPresent(level -> out.append(" <span class=\"session\">")
                .append(HtmlText.counted(level, 60))
                .append("</span>"));
        out.append("</span> <span class=\"ops\">");
        operations(t);
        out.append("</span></li>\n");
    }

    private void operations(Transaction t) {
        int shown = 0;
        for (Operation operation : t.operations()) {
            boolean evidence = scene.isEvidence(operation);
            if (shown >= OPERATIONS_MAX && !evidence || shown >= 2 * OPERATIONS_MAX) {
                continue;
            }
            shown++;
            out.append("<code id=\"")
                    .append(scene.idOf(operation))
                    .append(evidence ? "\" class=\"op evidence\" data-on=\"" : "\" class=\"op\" data-on=\"")
                    .append(scene.stepsOf(operation))
                    .append("\" data-call=\"")
                    .append(scene.stepsOf(operation))
                    .append("\">")
                    .append(HtmlText.counted(t.history().names().operation(operation), OPERATION_MAX))
                    .append("</code> ");
        }
        int left = t.operations().size() - shown;
        if (left > 0) {
            out.append("<span class=\"more\">… ").append(left).append(" more operations</span>");
        }
    }
}
