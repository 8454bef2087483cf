package io.bateleur.lab.repro.report;

import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All cases that were run, in one page of Markdown: where each shows and where not, and what the reads and writes say of it. */
public final class BugTable {
    private static final Map<String, String> NAMES = Map.of(
            "postgres", "PostgreSQL",
            "mariadb", "MariaDB",
            "mysql", "MySQL",
            "h2", "H2",
            "hsqldb", "HSQLDB",
            "derby", "Derby",
            "sqlite", "SQLite",
            "duckdb", "DuckDB");

    private final Map<String, List<CaseRun>> cases = new TreeMap<>();
    private final List<CaseRun> runs;

    private BugTable(List<CaseRun> runs) {
        this.runs = runs;
        runs.forEach(run -> cases.computeIfAbsent(run.bugCase().id(), id -> new ArrayList<>())
                .add(run));
    }

    public static String of(List<CaseRun> runs) {
        return new BugTable(runs).page();
    }

    /** As its makers write it. */
    static String name(String engine) {
        return NAMES.getOrDefault(engine, engine);
    }

    private String page() {
        StringBuilder out = new StringBuilder("# Known bugs, run\n\n"
                + "Bugs of databases as [cases](cases.md), each run on an affected version and, where there is one, on a version without the bug. "
                + "This page is made by the bench:\n\n```\nbateleur repro --table docs/bugs.md\n```\n\n");
        counts(out);
        out.append(
                "\n## Where each shows\n\n"
                        + "`promise` says whether what the bug shows breaks what the makers document of the level; `vendor` is what they call it. "
                        + "Levels are those at which the bug shows.\n\n"
                        + "| case | | shows on, at | does not show on | promise | vendor |\n| --- | --- | --- | --- | --- | --- |\n");
        cases.values().forEach(each -> out.append(row(each)));
        out.append('\n').append(FormalTable.of(runs));
        return out.toString();
    }

    private void counts(StringBuilder out) {
        long shown = cases.values().stream().filter(BugTable::shows).count();
        long gone = cases.values().stream()
                .filter(BugTable::shows)
                .filter(each -> !versions(each, false).isEmpty())
                .count();
        long unexpected = runs.stream()
                .filter(run -> run.outcome() != CaseOutcome.SKIPPED && !run.isAsExpected())
                .count();
        long skipped = runs.stream()
                .filter(run -> run.outcome() == CaseOutcome.SKIPPED)
                .count();
        out.append("| | |\n| --- | --- |\n");
        count(out, "cases", cases.size());
        count(out, "show on an affected version", shown);
        count(out, "of these do not show on another version", gone);
        count(out, "runs (a case at a level on a version)", runs.size() - skipped);
        count(out, "runs that came out otherwise than their case says", unexpected);
        count(out, "skipped", skipped);
    }

    private static void count(StringBuilder out, String what, long number) {
        out.append("| ").append(what).append(" | ").append(number).append(" |\n");
    }

    private static boolean shows(List<CaseRun> runs) {
        return runs.stream().anyMatch(run -> run.outcome() == CaseOutcome.REPRODUCED);
    }

    private static String row(List<CaseRun> runs) {
        BugCase bugCase = runs.get(0).bugCase();
        String id = bugCase.first(Header.Link.class)
                .filter(link -> link.text().startsWith("http"))
                .map(link -> "[" + CaseMarkdown.cell(bugCase.id()) + "](" + link.text() + ")")
                .orElse(CaseMarkdown.cell(bugCase.id()));
        return "| " + id + " | " + CaseMarkdown.cell(bugCase.title()) + " | "
                + String.join("; ", versions(runs, true)) + " | "
                + String.join(", ", versions(runs, false)) + " | "
                + bugCase.first(Header.Promise.class)
                        .map(promise -> promise.violated() ? "violated" : "kept")
                        .orElse("")
                + " | "
                + bugCase.first(Header.Vendor.class)
                        .map(vendor -> CaseMarkdown.cell(vendor.word()))
                        .orElse("")
                + " |\n";
    }

    /** Those where it shows, with the levels; or those where it does so at none. */
    private static List<String> versions(List<CaseRun> runs, boolean showing) {
        Map<String, List<CaseRun>> byVersion = new LinkedHashMap<>();
        runs.stream().filter(run -> run.outcome() != CaseOutcome.SKIPPED).forEach(run -> byVersion
                .computeIfAbsent(name(run.engine()) + " " + run.version(), where -> new ArrayList<>())
                .add(run));
        return byVersion.entrySet().stream()
                .filter(each -> shows(each.getValue()) == showing)
                .map(each -> each.getKey() + (showing ? ": " + levels(each.getValue()) : differing(each.getValue())))
                .toList();
    }

    private static String levels(List<CaseRun> runs) {
        return runs.stream()
                .filter(run -> run.outcome() == CaseOutcome.REPRODUCED)
                .map(run -> shortly(run.level())
                        + (run.times() < run.runs() ? " (" + run.times() + " of " + run.runs() + " runs)" : ""))
                .collect(Collectors.joining(", "));
    }

    private static String differing(List<CaseRun> runs) {
        return runs.stream().anyMatch(run -> run.outcome() == CaseOutcome.DIFFERS) ? " (differs)" : "";
    }

    private static String shortly(SqlLevel level) {
        return level.word().replace('-', ' ');
    }
}
