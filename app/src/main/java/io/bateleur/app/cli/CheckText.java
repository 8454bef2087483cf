package io.bateleur.app.cli;

import io.bateleur.core.model.Level;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.Finding;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.report.TextRenderer;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** A line for each file and level; of a single file the explanations follow. */
final class CheckText implements CheckPrinter {
    /** There are never many, and the most frequent ones come first. */
    private static final int REASONS_MAX = 8;

    private final Terminal terminal;
    private final PrintStream out;
    private final boolean explains;
    /** The file that is checked, where not all of its SQL was understood. */
    private String partly = "";

    /** @param explains whether there is only one file, so that there is room to explain it */
    CheckText(Terminal terminal, boolean explains) {
        this.terminal = terminal;
        this.out = terminal.text();
        this.explains = explains;
    }

    @Override
    public void covered(String file, FileReport.Covered covered) {
        covered(out, file + ": ", covered);
        partly = covered.whole() < covered.statements() ? file : "";
    }

    static void covered(PrintStream out, String before, FileReport.Covered covered) {
        out.println(before + covered);
        covered.reasons().entrySet().stream()
                .limit(REASONS_MAX)
                .forEach(reason -> out.println("  " + reason.getValue() + ": " + reason.getKey()));
    }

    @Override
    public void level(String file, LevelReport level) {
        out.println(file + ": " + level.level() + " " + word(terminal, level) + detail(level));
        if (level.status() == LevelReport.Status.UNDECIDED && file.equals(partly)) {
            out.println("  bateleur sql " + file + " shows which statements are not understood, and what would help");
        }
    }

    static String detail(LevelReport level) {
        return switch (level.status()) {
            case HOLDS -> level.reason().isEmpty() ? "" : ", " + level.reason();
            case VIOLATED ->
                level.why()
                        .map(why -> ": " + why.name() + ", " + why.anomaly().words())
                        .orElse("");
            case UNDECIDED -> ": " + level.reason().lines().collect(Collectors.joining(" "));
        };
    }

    static String word(Terminal terminal, LevelReport level) {
        String style =
                switch (level.status()) {
                    case HOLDS -> "bold,green";
                    case VIOLATED -> level.promised() ? "bold,red" : "bold";
                    case UNDECIDED -> "bold,yellow";
                };
        return terminal.colours()
                ? Ansi.ON.string("@|" + style + " " + level.status().word() + "|@")
                : level.status().word();
    }

    @Override
    public void file(FileReport report) {
        report.strongest().ifPresent(strength -> out.println(report.file() + ": " + strongest(strength)));
        if (explains) {
            report.findings().forEach(this::explain);
        }
    }

    @Override
    public boolean explains() {
        return explains;
    }

    private void explain(Finding finding) {
        out.println("\n" + TextRenderer.render(finding, terminal.textColumns()).stripTrailing());
    }

    private static String strongest(FileReport.Strength strength) {
        String found = strength.levels().isEmpty()
                ? "no level is known to hold"
                : "strongest that hold: " + names(strength.levels());
        return strength.open().isEmpty() ? found : found + "; undecided: " + names(strength.open());
    }

    private static String names(List<Level> levels) {
        return levels.stream().map(Level::name).collect(Collectors.joining(", "));
    }
}
