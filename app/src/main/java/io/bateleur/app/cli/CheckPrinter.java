package io.bateleur.app.cli;

import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;

/** Shows verdicts on standard output: each as soon as it is known, or file by file. */
interface CheckPrinter {
    /** Before the levels of a trace with SQL. */
    void covered(String file, FileReport.Covered covered);

    void level(String file, LevelReport level);

    /** After the last level of a file, or when it could not be read. */
    void file(FileReport report);

    /** Whether it shows why levels are violated, so that it is worth while to find out which of them are by the same. */
    default boolean explains() {
        return false;
    }
}
