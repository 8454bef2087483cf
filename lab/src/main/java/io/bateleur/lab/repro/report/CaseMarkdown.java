package io.bateleur.lab.repro.report;

import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.Looked;
import io.bateleur.lab.repro.StepTable;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One report per case and level: what the case is, and each version on which it ran, step by step. */
public final class CaseMarkdown {
    private CaseMarkdown() {}

    /** The name of the file of an item. */
    public static String fileName(CaseRun run) {
        return run.item().replaceAll("[^A-Za-z0-9@._-]", "_") + ".md";
    }

    /** @param runs of one case at one level, at least one */
    public static String of(List<CaseRun> runs) {
        CaseRun first = runs.get(0);
        BugCase bugCase = first.bugCase();
        StringBuilder out = new StringBuilder("# ")
                .append(plain(first.item()))
                .append("\n\n")
                .append(plain(bugCase.title()))
                .append(".\n\n");
        bugCase.all(Header.About.class)
                .forEach(about -> out.append(plain(about.text())).append("\n\n"));
        bugCase.all(Header.Link.class)
                .forEach(link -> out.append("- ").append(plain(link.text())).append('\n'));
        bugCase.first(Header.Original.class)
                .ifPresent(original ->
                        out.append("- reported at ").append(original.level()).append('\n'));
        out.append("- run at ").append(first.level()).append("\n\n");
        table(runs, out);
        setup(bugCase, first, out);
        runs.stream().filter(run -> !run.steps().isEmpty()).forEach(run -> run(run, out));
        return out.toString();
    }

    private static void table(List<CaseRun> runs, StringBuilder out) {
        out.append("| on | level answered | outcome | formally |\n| --- | --- | --- | --- |\n");
        for (CaseRun run : runs) {
            String often = run.runs() > 1 ? " (" + run.times() + " of " + run.runs() + ")" : "";
            out.append("| ")
                    .append(cell(run.where()))
                    .append(" | ")
                    .append(cell(run.levelAnswered()))
                    .append(" | ")
                    .append(run.outcome())
                    .append(often)
                    .append(run.isAsExpected() ? "" : ", expected " + run.expected())
                    .append(" | ")
                    .append(run.formal().map(each -> cell(each.toString())).orElse(""))
                    .append(" |\n");
        }
        out.append('\n');
    }

    private static void setup(BugCase bugCase, CaseRun run, StringBuilder out) {
        List<Scenario.Spoken> all = new ArrayList<>(bugCase.setup());
        bugCase.scenarios().stream()
                .filter(each -> each.name().equals(run.scenario()))
                .forEach(each -> all.addAll(each.setup()));
        if (!all.isEmpty()) {
            out.append("## Set-up\n\n```sql\n")
                    .append(all.stream().map(each -> each.text() + ";").collect(Collectors.joining("\n")))
                    .append("\n```\n\n");
        }
    }

    private static void run(CaseRun run, StringBuilder out) {
        out.append("## On ")
                .append(plain(run.where()))
                .append(": ")
                .append(run.outcome())
                .append("\n\n");
        if (!run.why().isEmpty()) {
            out.append(plain(run.why())).append("\n\n");
        }
        List<String> sessions = StepTable.sessions(run);
        out.append("| |")
                .append(sessions.stream().map(each -> " " + cell(each) + " |").collect(Collectors.joining()))
                .append("\n| --- |")
                .append(" --- |".repeat(sessions.size()))
                .append('\n');
        for (StepTable.Line line : StepTable.lines(run)) {
            out.append("| ").append(line.number() > 0 ? line.number() : "").append(" |");
            for (String session : sessions) {
                boolean its = session.equals(line.session());
                out.append(' ')
                        .append(its && !line.said().isEmpty() ? code(line.said()) + "<br>" : "")
                        .append(its ? cell(line.answer()) : "")
                        .append(" |");
            }
            out.append('\n');
        }
        out.append('\n');
        for (Looked look : run.finals()) {
            out.append("Finally ")
                    .append(code(look.look().text()))
                    .append(": ")
                    .append(cell(look.response().toString()))
                    .append("\n\n");
        }
    }

    /** Without what Markdown or HTML would take for markup. */
    static String plain(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replaceAll("([*_`\\[\\]])", "\\\\$1");
    }

    static String cell(String text) {
        return plain(text).replace("|", "\\|").replaceAll("\\s*\\R\\s*", " ");
    }

    /** Of several lines one; a bar would end the cell of a table. */
    private static String code(String text) {
        String line = text.replaceAll("\\s*\\R\\s*", " ").replace("|", "\\|");
        return line.contains("`") ? "`` " + line + " ``" : "`" + line + "`";
    }
}
