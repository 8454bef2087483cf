package io.bateleur.app.cli;

import io.bateleur.core.explain.FileReport;
import io.bateleur.core.explain.LevelReport;
import io.bateleur.core.model.Level;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** A line for each file and level; of a single file the explanations follow. */
final class CheckText implements CheckPrinter {
    private final PrintStream out;
    private final boolean colours;
    private final boolean explains;

    /** @param explains whether there is only one file, so that there is room to explain it */
    CheckText(Terminal terminal, boolean explains) {
        this.out = terminal.out();
        this.colours = terminal.colours();
        this.explains = explains;
    }

    @Override
    public void level(String file, LevelReport level) {
        out.println(file + ": " + level.level() + " " + word(level.status()) + detail(level));
    }

    private static String detail(LevelReport level) {
        return switch (level.status()) {
            case HOLDS -> "";
            case VIOLATED ->
                level.why()
                        .map(why -> ": " + why.name() + ", " + why.anomaly().words())
                        .orElse("");
            case UNDECIDED -> ": " + level.reason().lines().collect(Collectors.joining(" "));
        };
    }

    private String word(LevelReport.Status status) {
        String style =
                switch (status) {
                    case HOLDS -> "bold,green";
                    case VIOLATED -> "bold,red";
                    case UNDECIDED -> "bold,yellow";
                };
        return colours ? Ansi.ON.string("@|" + style + " " + status.word() + "|@") : status.word();
    }

    @Override
    public void file(FileReport report) {
        report.strongest().ifPresent(strength -> out.println(report.file() + ": " + strongest(strength)));
        if (explains) {
            report.levels().stream()
                    .flatMap(level -> level.why().stream())
                    .forEach(why -> out.println("\n" + Renderings.text(why).stripTrailing()));
        }
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
