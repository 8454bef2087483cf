package io.bateleur.app.cli;

import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.JsonReport;
import io.bateleur.core.report.LevelReport;
import java.io.PrintStream;

/** What {@code check --json} prints: one object a file. */
final class CheckJson implements CheckPrinter {
    private final PrintStream out;

    CheckJson(Terminal terminal) {
        this.out = terminal.out();
    }

    @Override
    public void covered(String file, FileReport.Covered covered) {
        // One object holds all that is known of a file.
    }

    @Override
    public void level(String file, LevelReport level) {
        // One object holds all that is known of a file.
    }

    @Override
    public void file(FileReport report) {
        out.println(JsonReport.of(report));
        out.flush(); // who reads line by line need not wait for the last file
    }
}
