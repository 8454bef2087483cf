package io.bateleur.lab.repro.report;

import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * At which levels bugs show: of those that show anywhere on an engine and were run at a level, how many show at that level; by engine, by
 * kind and by who reported them. A bug counts once on an engine, whatever the versions.
 */
public final class Correlation {
    private static final List<String> LEVELS =
            Arrays.stream(SqlLevel.values()).map(SqlLevel::word).toList();

    /** What an issue tracker has and no paper. */
    private static final String REPORTS = "only reported by users";

    private final List<Seen> runs;

    private Correlation(List<Seen> all) {
        Set<String> shown =
                all.stream().filter(Seen::reproduced).map(Correlation::bug).collect(Collectors.toSet());
        this.runs = all.stream().filter(run -> shown.contains(bug(run))).toList();
    }

    private static String bug(Seen run) {
        return run.bugCase() + " on " + run.engine();
    }

    /** Shown and run. */
    record Share(int shown, int run) {
        @Override
        public String toString() {
            return run == 0 ? "" : shown + " of " + run;
        }
    }

    public static String markdown(List<Seen> runs, String plot) {
        return new Correlation(runs).page(plot);
    }

    /** Bars: for each engine the levels, each as high as the share of its bugs that show there. */
    public static String svg(List<Seen> runs) {
        Correlation all = new Correlation(runs);
        return LevelPlot.of(LEVELS, all.rows(run -> List.of(BugTable.name(run.engine()))));
    }

    /** The rows of one table, each with its share at each level. */
    private Map<String, List<Share>> rows(Function<Seen, List<String>> groups) {
        Map<String, List<Seen>> byGroup = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Seen run : runs) {
            groups.apply(run).forEach(each -> byGroup.computeIfAbsent(each, name -> new ArrayList<>())
                    .add(run));
        }
        Map<String, List<Share>> rows = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        byGroup.forEach((name, of) ->
                rows.put(name, LEVELS.stream().map(level -> share(of, level)).toList()));
        return rows;
    }

    private static Share share(List<Seen> runs, String level) {
        Set<String> run = new HashSet<>();
        Set<String> shown = new HashSet<>();
        runs.stream().filter(each -> each.level().equals(level)).forEach(each -> {
            run.add(bug(each));
            if (each.reproduced()) {
                shown.add(bug(each));
            }
        });
        return new Share(shown.size(), run.size());
    }

    private static List<String> sources(Seen run) {
        return run.sources().isEmpty() ? List.of(REPORTS) : run.sources();
    }

    private String page(String plot) {
        StringBuilder out = new StringBuilder(
                "# Which bugs show at which levels\n\n"
                        + "Of the bugs that show on an engine, so many show at a level of those that were run there: the question of a thesis, "
                        + "answered by [runs](bugs.md). This page is made by\n\n```\nbateleur repro correlate --markdown docs/bugs-by-level.md --plot docs/images/bugs-by-level.svg\n```\n\n");
        if (!plot.isEmpty()) {
            out.append("![Share of bugs that show, by engine and level](")
                    .append(plot)
                    .append(")\n\n");
        }
        table(out, "engine", rows(run -> List.of(BugTable.name(run.engine()))));
        table(out, "kind", rows(run -> List.of(run.kind().isEmpty() ? "not said" : run.kind())));
        table(out, "reported in", rows(Correlation::sources));
        distribution(out);
        return out.toString();
    }

    private static void table(StringBuilder out, String title, Map<String, List<Share>> rows) {
        out.append("| ").append(title).append(" | ");
        out.append(LEVELS.stream().map(level -> level.replace("-", " ")).collect(Collectors.joining(" | ")));
        out.append(" |\n| --- |").append(" --- |".repeat(LEVELS.size())).append('\n');
        rows.forEach((name, shares) -> out.append("| ")
                .append(CaseMarkdown.cell(name))
                .append(" | ")
                .append(shares.stream().map(Share::toString).collect(Collectors.joining(" | ")))
                .append(" |\n"));
        out.append('\n');
    }

    /** How many bugs of each engine each collection has. */
    private void distribution(StringBuilder out) {
        Set<String> engines = runs.stream()
                .map(run -> BugTable.name(run.engine()))
                .collect(Collectors.toCollection(() -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
        Set<String> sources = runs.stream()
                .flatMap(run -> sources(run).stream())
                .collect(Collectors.toCollection(() -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
        out.append("Bugs by engine and by who reported them:\n\n| reported in | ");
        out.append(String.join(" | ", engines));
        out.append(" |\n| --- |").append(" --- |".repeat(engines.size())).append('\n');
        for (String source : sources) {
            out.append("| ").append(CaseMarkdown.cell(source)).append(" |");
            for (String engine : engines) {
                long count = runs.stream()
                        .filter(run -> BugTable.name(run.engine()).equals(engine)
                                && sources(run).contains(source))
                        .map(Seen::bugCase)
                        .distinct()
                        .count();
                out.append(String.format(Locale.ROOT, " %s |", count == 0 ? "" : count));
            }
            out.append('\n');
        }
    }
}
