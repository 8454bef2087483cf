package io.bateleur.lab.repro.report;

import io.bateleur.core.report.LevelReport.Status;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.FormalVerdict;
import io.bateleur.lab.repro.language.Header;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the checker says of the runs that show a bug, at the level that the makers document; set against what the case says of it. */
final class FormalTable {
    /** What may come of a run. */
    private enum Visible {
        VIOLATED("violated"),
        HOLDS("holds"),
        UNDECIDED("undecided"),
        NOTHING("no documented level");

        private final String word;

        Visible(String word) {
            this.word = word;
        }
    }

    private final List<CaseRun> shown;

    private FormalTable(List<CaseRun> shown) {
        this.shown = shown;
    }

    static String of(List<CaseRun> runs) {
        List<CaseRun> shown = runs.stream()
                .filter(run -> run.outcome() == CaseOutcome.REPRODUCED)
                .toList();
        return new FormalTable(shown).section();
    }

    private static Visible visible(CaseRun run) {
        return run.formal()
                .map(formal -> switch (formal.status()) {
                    case VIOLATED -> Visible.VIOLATED;
                    case HOLDS -> Visible.HOLDS;
                    case UNDECIDED -> Visible.UNDECIDED;
                })
                .orElse(Visible.NOTHING);
    }

    private static Optional<Boolean> promise(CaseRun run) {
        return run.bugCase().first(Header.Promise.class).map(Header.Promise::violated);
    }

    private String section() {
        StringBuilder out = new StringBuilder("## What reads and writes say\n\n"
                + "Each run is recorded, its SQL is [lifted](lift.md) to reads and writes, and these are checked at the level that the makers document. "
                + "Of the runs that show a bug:\n\n");
        shares(out);
        out.append(
                "\n*holds* counts only where every statement was understood. Where the promise is violated and the reads and writes keep it, the bug is "
                        + "not visible in them: the values are wrong, or a statement waits, fails or crashes that should not.\n\n");
        reasons(out);
        list(out, "Promise kept, yet violated (there should be none)", false, Visible.VIOLATED);
        list(out, "Promise violated, and visible in reads and writes", true, Visible.VIOLATED);
        list(out, "Promise violated, not visible in reads and writes", true, Visible.HOLDS);
        realTime(out);
        return out.toString();
    }

    private void shares(StringBuilder out) {
        out.append("| the case says | runs |");
        for (Visible each : Visible.values()) {
            out.append(' ').append(each.word).append(" |");
        }
        out.append("\n| --- | --- |")
                .append(" --- |".repeat(Visible.values().length))
                .append('\n');
        Map<String, Optional<Boolean>> rows = new LinkedHashMap<>();
        rows.put("promise violated", Optional.of(true));
        rows.put("promise kept", Optional.of(false));
        rows.put("nothing of it", Optional.empty());
        rows.forEach((name, promise) -> {
            List<CaseRun> of =
                    shown.stream().filter(run -> promise(run).equals(promise)).toList();
            if (!of.isEmpty()) {
                out.append("| ").append(name).append(" | ").append(of.size()).append(" |");
                for (Visible each : Visible.values()) {
                    long count = of.stream().filter(run -> visible(run) == each).count();
                    out.append(' ').append(share(count, of.size())).append(" |");
                }
                out.append('\n');
            }
        });
    }

    private static String share(long count, int of) {
        return count == 0 ? "0" : String.format(Locale.ROOT, "%d (%.0f %%)", count, 100.0 * count / of);
    }

    private void reasons(StringBuilder out) {
        Map<String, Integer> reasons = new TreeMap<>();
        shown.stream()
                .flatMap(run -> run.formal().stream())
                .filter(formal -> formal.status() == Status.UNDECIDED)
                .forEach(formal -> reasons.merge(reason(formal), 1, Integer::sum));
        if (reasons.isEmpty()) {
            return;
        }
        out.append("| why undecided | runs |\n| --- | --- |\n");
        reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> out.append("| ")
                        .append(CaseMarkdown.cell(each.getKey()))
                        .append(" | ")
                        .append(each.getValue())
                        .append(" |\n"));
        out.append('\n');
    }

    /** Without the numbers of one run. */
    private static String reason(FormalVerdict formal) {
        return formal.reason().replaceFirst("^holds for \\d+ of \\d+ statements; ", "");
    }

    private void list(StringBuilder out, String title, boolean violated, Visible visible) {
        List<String> lines = new ArrayList<>();
        for (CaseRun run : shown) {
            if (visible(run) == visible && promise(run).equals(Optional.of(violated))) {
                FormalVerdict formal = run.formal().orElseThrow();
                lines.add("| " + CaseMarkdown.cell(run.item()) + " | "
                        + BugTable.name(run.engine()) + " " + run.version() + " | " + formal.level() + " | "
                        + formal.anomaly().orElse("") + " |\n");
            }
        }
        if (!lines.isEmpty()) {
            lines.sort(null);
            out.append(title).append(":\n\n| run | on | level | anomaly |\n| --- | --- | --- | --- |\n");
            lines.forEach(out::append);
            out.append('\n');
        }
    }

    private void realTime(StringBuilder out) {
        long more = shown.stream()
                .flatMap(run -> run.formal().stream())
                .filter(formal -> formal.realTime() == Status.VIOLATED && formal.status() != Status.VIOLATED)
                .count();
        out.append("Each level is also asked with the clients' clocks: ")
                .append(more)
                .append(more == 1 ? " run" : " runs")
                .append(" of these break the level only then.\n");
    }
}
