package io.bateleur.app.cli;

import io.bateleur.core.model.Level;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.Finding;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.LevelReport.Status;
import io.bateleur.core.report.Severity;
import io.bateleur.core.report.TextRenderer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/** How a run ends: a headline, a table of levels, each anomaly explained once, and where to see more. */
final class RunText implements CheckPrinter {
    private final Terminal terminal;
    private final PrintStream out;
    private final Subject subject;

    /**
     * What was run.
     *
     * @param title such as {@code PostgreSQL 18.6 at READ COMMITTED}
     * @param levels that the headline is about
     * @param named whether the user named these levels; else the documentation of the database does
     * @param trace where the run is recorded, if that file lasts
     * @param page the report that is going to be written
     * @param looksForLosses whether the last reads look for committed writes that are gone
     */
    record Subject(
            String title,
            List<Level> levels,
            boolean named,
            Optional<Path> trace,
            Optional<Path> page,
            boolean looksForLosses) {
        Subject {
            levels = List.copyOf(levels);
        }
    }

    RunText(Terminal terminal, Subject subject) {
        this.terminal = terminal;
        this.out = terminal.text();
        this.subject = subject;
    }

    @Override
    public void covered(String file, FileReport.Covered covered) {
        // The report has it too.
    }

    @Override
    public void level(String file, LevelReport level) {
        // The table has all of them.
    }

    @Override
    public boolean explains() {
        return true;
    }

    @Override
    public void file(FileReport report) {
        out.println();
        out.println(headline(report));
        out.println();
        table(report);
        report.covered().ifPresent(this::sql);
        findings(report);
        whereToLook(report);
    }

    // ---- the headline

    private String headline(FileReport report) {
        String size = report.counts()
                .map(counts -> String.format(Locale.ROOT, " (%,d transactions)", counts.transactions()))
                .orElse("");
        return subject.title + ": " + verdict(report) + size;
    }

    private String verdict(FileReport report) {
        if (report.problem().isPresent() && report.levels().isEmpty()) {
            return styled("bold,yellow", "not checked");
        }
        List<LevelReport> judged = report.levels().stream()
                .filter(level -> subject.levels.contains(level.level()))
                .toList();
        boolean lost = report.further().stream().anyMatch(finding -> finding.severity() == Severity.VIOLATION);
        if (lost || judged.stream().anyMatch(level -> level.status() == Status.VIOLATED)) {
            return styled("bold,red", subject.named ? "violated" : "promise broken");
        }
        boolean holds = judged.size() == subject.levels.size()
                && judged.stream().allMatch(level -> level.status() == Status.HOLDS);
        if (holds) {
            return styled("bold,green", subject.named ? "holds" : "promise kept");
        }
        return styled("bold,yellow", "undecided");
    }

    private String styled(String style, String word) {
        return terminal.colours() ? Ansi.ON.string("@|" + style + " " + word + "|@") : word;
    }

    // ---- the table

    private void table(FileReport report) {
        int width = report.levels().stream()
                .mapToInt(level -> level.level().name().length())
                .max()
                .orElse(0);
        for (LevelReport level : report.levels()) {
            String expected = level.promised() ? subject.named ? "asked for" : "promised" : "not promised";
            out.println(String.format("  %-12s  %-" + width + "s  ", expected, level.level())
                    + CheckText.word(terminal, level)
                    + CheckText.detail(explained(report, level)));
        }
        if (subject.looksForLosses && report.further().isEmpty()) {
            out.println("  no committed write is missing at the end");
        }
    }

    /** With the anomaly that is explained below, where one explanation refutes several levels. */
    private static LevelReport explained(FileReport report, LevelReport level) {
        return report.causes().stream()
                .filter(cause -> level.status() == Status.VIOLATED && cause.refutes(level.level()))
                .findFirst()
                .map(cause -> LevelReport.violated(level.level(), cause.why(), level.millis()))
                .orElse(level);
    }

    private void sql(FileReport.Covered covered) {
        out.println();
        CheckText.covered(out, "", covered);
    }

    // ---- what was seen

    private void findings(FileReport report) {
        Set<String> explained = new HashSet<>();
        boolean notes = false;
        for (Finding finding : report.findings()) {
            if (!explained.add(finding.title().name())) {
                continue;
            }
            if (finding.severity() == Severity.NOTE && !notes) {
                notes = true;
                out.println("\nNot promised, and seen:");
            }
            out.println(
                    "\n" + TextRenderer.render(finding, terminal.textColumns()).stripTrailing());
        }
    }

    private void whereToLook(FileReport report) {
        if (subject.trace.isPresent() || subject.page.isPresent()) {
            out.println();
        }
        subject.trace.ifPresent(trace -> out.println("trace:   " + trace));
        if (subject.page.isPresent()) {
            out.println("picture: " + subject.page.get());
        } else if (subject.trace.isPresent() && !report.levels().isEmpty()) {
            out.println("picture: bateleur check " + subject.trace.get() + " --level " + worthDrawing(report)
                    + " --report report.html");
        }
    }

    /** One level for each explanation; where there is none, all levels. */
    private static String worthDrawing(FileReport report) {
        Stream<Level> levels = report.causes().isEmpty()
                ? report.levels().stream().map(LevelReport::level)
                : report.causes().stream().map(cause -> cause.why().level());
        return levels.map(Level::name).collect(Collectors.joining(","));
    }
}
