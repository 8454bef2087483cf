package io.bateleur.lab.repro.report;

import static io.bateleur.core.report.HtmlPage.escaped;

import io.bateleur.core.report.HtmlPage;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.StepTable;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs as one page: a table of all, and below each with its steps, a column for each session, time from top to bottom. */
public final class CaseHtml {
    private CaseHtml() {}

    public static String of(List<CaseRun> runs) {
        StringBuilder main = new StringBuilder("<section class=\"card\" aria-label=\"Runs\">\n<table>\n<thead><tr>"
                + "<th scope=\"col\">case at level</th><th scope=\"col\">on</th><th scope=\"col\">outcome</th>"
                + "<th scope=\"col\">formally</th></tr></thead>\n<tbody>\n");
        for (int i = 0; i < runs.size(); i++) {
            CaseRun run = runs.get(i);
            main.append("<tr><th scope=\"row\"><a href=\"#r")
                    .append(i)
                    .append("\">")
                    .append(escaped(run.item()))
                    .append("</a></th><td>")
                    .append(escaped(run.where()))
                    .append("</td><td>")
                    .append(badge(run))
                    .append("</td><td>")
                    .append(run.formal().map(each -> escaped(each.toString())).orElse(""))
                    .append("</td></tr>\n");
        }
        main.append("</tbody>\n</table>\n</section>\n");
        for (int i = 0; i < runs.size(); i++) {
            main.append(section(i, runs.get(i)));
        }
        return HtmlPage.of(
                runs.size() == 1 ? "1 run of a case" : runs.size() + " runs of cases",
                "many",
                header(runs),
                main.toString());
    }

    private static String header(List<CaseRun> runs) {
        List<String> items = new ArrayList<>();
        for (CaseOutcome outcome : CaseOutcome.values()) {
            long count = runs.stream().filter(run -> run.outcome() == outcome).count();
            if (count > 0) {
                items.add("<li><b>" + count + "</b> " + outcome + "</li>");
            }
        }
        return "<ul class=\"counts\">" + String.join("", items) + "</ul>\n";
    }

    private static String badge(CaseRun run) {
        String kind = run.outcome() == CaseOutcome.SKIPPED ? "note" : run.isAsExpected() ? "holds" : "violated";
        String often = run.runs() > 1 ? " (" + run.times() + " of " + run.runs() + ")" : "";
        String unexpected =
                run.isAsExpected() || run.outcome() == CaseOutcome.SKIPPED ? "" : ", expected " + run.expected();
        return "<span class=\"badge " + kind + "\">" + run.outcome() + often + "</span>" + unexpected;
    }

    private static String section(int number, CaseRun run) {
        BugCase bugCase = run.bugCase();
        StringBuilder out = new StringBuilder("<section class=\"card\" id=\"r")
                .append(number)
                .append("\">\n<p><b>")
                .append(escaped(run.item()))
                .append("</b> on ")
                .append(escaped(run.where()))
                .append(" · ")
                .append(badge(run))
                .append("</p>\n<p>")
                .append(escaped(bugCase.title()))
                .append("</p>\n");
        bugCase.all(Header.Link.class).forEach(link -> out.append(link(link.text())));
        if (!run.why().isEmpty()) {
            out.append("<p>").append(escaped(run.why())).append("</p>\n");
        }
        setup(bugCase, run, out);
        if (!run.steps().isEmpty()) {
            steps(run, out);
        }
        return out.append("</section>\n").toString();
    }

    /** Only what is surely one becomes a link: the text comes from the case. */
    private static String link(String text) {
        return text.matches("https?://\\S+")
                ? "<p><a href=\"" + escaped(text) + "\" rel=\"noreferrer\">" + escaped(text) + "</a></p>\n"
                : "<p>" + escaped(text) + "</p>\n";
    }

    private static void setup(BugCase bugCase, CaseRun run, StringBuilder out) {
        List<Scenario.Spoken> all = new ArrayList<>(bugCase.setup());
        bugCase.scenarios().stream()
                .filter(each -> each.name().equals(run.scenario()))
                .forEach(each -> all.addAll(each.setup()));
        if (!all.isEmpty()) {
            out.append("<pre class=\"said\">")
                    .append(escaped(all.stream().map(each -> each.text() + ";").collect(Collectors.joining("\n"))))
                    .append("</pre>\n");
        }
    }

    private static void steps(CaseRun run, StringBuilder out) {
        List<String> sessions = StepTable.sessions(run);
        out.append("<table>\n<thead><tr><th scope=\"col\"></th>");
        sessions.forEach(session ->
                out.append("<th scope=\"col\">").append(escaped(session)).append("</th>"));
        out.append("</tr></thead>\n<tbody>\n");
        for (StepTable.Line line : StepTable.lines(run)) {
            out.append("<tr><td>")
                    .append(line.number() > 0 ? line.number() : "")
                    .append("</td>");
            for (String session : sessions) {
                out.append("<td>");
                if (session.equals(line.session())) {
                    out.append(line.said().isEmpty() ? "" : "<code>" + escaped(line.said()) + "</code><br>")
                            .append(escaped(line.answer()));
                }
                out.append("</td>");
            }
            out.append("</tr>\n");
        }
        run.finals().forEach(look -> out.append("<tr><td>final</td><td colspan=\"")
                .append(sessions.size())
                .append("\"><code>")
                .append(escaped(look.look().text()))
                .append("</code><br>")
                .append(escaped(look.response().toString()))
                .append("</td></tr>\n"));
        out.append("</tbody>\n</table>\n");
    }
}
