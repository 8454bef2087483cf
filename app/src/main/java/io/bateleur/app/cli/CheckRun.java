package io.bateleur.app.cli;

import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.Trace;
import io.bateleur.examine.Examination;
import io.bateleur.examine.ExaminationListener;
import io.bateleur.examine.Inquiry;
import io.bateleur.examine.Judge;
import io.bateleur.examine.RecordedLevel;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of {@code check}: examines file after file, and prints what is found as soon as it is. What fails with one file fails for it alone. */
final class CheckRun implements AutoCloseable {
    private final Terminal terminal;
    private final Judge judge;
    private final Inquiry inquiry;
    private final CheckPrinter printer;
    private final CheckOutputs outputs;
    private final FailureMessages failures;
    private final Interruption interruption = new Interruption(this::printFromOutside);
    private final Set<String> said = new HashSet<>();
    private Consumer<History> checked = history -> {};
    private volatile @Nullable Examination current;
    private @Nullable History lifted;
    private volatile String file = "";
    private int exitCode = ExitCodes.OK;

    CheckRun(
            Terminal terminal,
            Judge judge,
            Inquiry inquiry,
            CheckPrinter printer,
            CheckOutputs outputs,
            FailureMessages failures) {
        this.terminal = terminal;
        this.judge = judge;
        this.inquiry = inquiry;
        this.printer = printer;
        this.outputs = outputs;
        this.failures = failures;
        terminal.tellsInterruption(true);
    }

    /** Whoever looks for something else in the histories that are checked gets them, before their levels are checked. */
    void alsoGiveTo(Consumer<History> other) {
        checked = other;
    }

    /** The worst exit code of all. */
    int check(List<String> files, @Nullable String format) throws IOException {
        int done = 0;
        for (String each : files) {
            if (interruption.requested()) {
                break;
            }
            check(each, format);
            done++;
        }
        if (interruption.requested()) {
            terminal.err().println(Main.NAME + ": interrupted at file " + done + " of " + files.size());
            return ExitCodes.INTERRUPTED;
        }
        terminal.out().flush(); // a file to write may be where this output goes too
        outputs.write();
        outputs.noCase().ifPresent(reason -> terminal.err().println(Main.NAME + ": " + reason));
        return exitCode;
    }

    private void check(String name, @Nullable String format) {
        file = name;
        Examination examination = new Examination(name, inquiry, judge, new Printing(), interruption::requested);
        current = examination;
        History recorded = null;
        try {
            Trace trace = read(name, format);
            recorded = outputs.makesCase() ? trace.history() : null;
            examination.examine(trace);
        } catch (OutputLost e) {
            throw e; // nobody is there to hear of the other files
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            FailureMessages.Told told = failures.tell(e);
            examination.broke(told.message());
            worsen(told.exitCode());
        }
        current = null;
        FileReport report = examination.report().with(outputs.further());
        examination.asked().forEach(level -> worsen(exitCode(level.status())));
        if (report.strongest().filter(found -> !found.open().isEmpty()).isPresent()) {
            worsen(ExitCodes.UNDECIDED);
        }
        if (!interruption.late()) {
            printer.file(report);
            outputs.file(report);
        }
        if (recorded != null && lifted != null && !interruption.late()) {
            violations(recorded, lifted, report);
        }
    }

    private void violations(History recorded, History lifted, FileReport report) {
        try {
            outputs.violations(recorded, lifted, report);
        } catch (IOException e) {
            worsen(failures.tell(e).exitCode());
        }
    }

    private Trace read(String name, @Nullable String format) throws IOException {
        if (format == null && TraceFiles.polygraph(name).isPresent()) {
            throw CommandFailed.badInput(
                    name + ": a Cobra polygraph is a problem, not a history; bateleur solve decides it");
        }
        return TraceFiles.read(terminal, name, format);
    }

    /** Prints what an examination finds. */
    private final class Printing implements ExaminationListener {
        private @Nullable Progress progress;

        @Override
        public void covered(FileReport.Covered covered) {
            printer.covered(file, covered);
        }

        @Override
        public void lifted(History history) {
            lifted = outputs.makesCase() ? history : null;
            checked.accept(history);
        }

        @Override
        public void assumed(RecordedLevel level) {
            if (said.add(level.why())) {
                terminal.err().println(Main.NAME + ": no --level was named, so this checks " + level.why());
            }
        }

        @Override
        public void checking(Level level) {
            progress = terminal.progress("checking " + file + ": " + level, -1);
        }

        @Override
        public void warned(List<String> warnings) {
            endProgress();
            warnings.forEach(warning -> terminal.err().println(file + ": warning: " + warning));
        }

        @Override
        public void decided(LevelReport level, Verdict verdict) throws IOException {
            endProgress();
            if (!interruption.late()) {
                printer.level(file, level);
            }
            if (verdict instanceof Verdict.Holds holds && !interruption.requested()) {
                outputs.holds(file, level.level(), holds);
            }
        }

        private void endProgress() {
            if (progress != null) {
                progress.close();
            }
        }
    }

    private static int exitCode(LevelReport.Status status) {
        return switch (status) {
            case HOLDS -> ExitCodes.OK;
            case VIOLATED -> ExitCodes.VIOLATED;
            case UNDECIDED -> ExitCodes.UNDECIDED;
        };
    }

    private void worsen(int code) {
        exitCode = ExitCodes.worse(exitCode, code);
    }

    /** When a check does not stop in time. */
    private void printFromOutside() {
        Examination examination = current;
        if (examination != null) {
            examination.broke("interrupted");
            printer.file(examination.report());
            terminal.err().println(Main.NAME + ": interrupted while checking " + file);
        }
        terminal.out().flush();
    }

    @Override
    public void close() {
        outputs.close();
        terminal.out().flush(); // the program may end right after this
        interruption.close();
        terminal.tellsInterruption(false);
    }
}
