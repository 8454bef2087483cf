package io.bateleur.app.cli;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Grounds;
import io.bateleur.core.check.Lattice;
import io.bateleur.core.check.Strongest;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.Trace;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Lifted;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of {@code check}: every file at every level, told as soon as it is known. What fails with one file fails for it alone. */
final class CheckRun implements AutoCloseable {

    /**
     * What was asked for.
     *
     * @param beyond levels that nobody promised: they are checked and told, and it is no failure when they do not hold
     * @param timeout for each file and level
     * @param schema the tables of a trace with SQL, where it does not tell of them itself
     */
    record Plan(
            LevelChoice levels,
            List<Level> beyond,
            boolean strongest,
            boolean minimize,
            @Nullable Duration timeout,
            long steps,
            @Nullable String format,
            @Nullable Path schema) {}

    private static final long REFUTING_STEPS = 1_000_000;

    private static final String INTERRUPTED = "interrupted";

    private final Terminal terminal;
    private final Engine engine;
    private final Plan plan;
    private final CheckPrinter printer;
    private final CheckOutputs outputs;
    private final Failures failures;
    private final Interruption interruption = new Interruption(this::tellFromOutside);
    private final Set<String> said = new HashSet<>();
    private volatile @Nullable Examination current;
    private int exitCode = ExitCodes.OK;

    CheckRun(
            Terminal terminal,
            Engine engine,
            Plan plan,
            CheckPrinter printer,
            CheckOutputs outputs,
            Failures failures) {
        this.terminal = terminal;
        this.engine = engine;
        this.plan = plan;
        this.printer = printer;
        this.outputs = outputs;
        this.failures = failures;
        terminal.tellsInterruption(true);
    }

    /** The worst exit code of all. */
    int check(List<String> files) throws IOException {
        int done = 0;
        for (String file : files) {
            if (interruption.requested()) {
                break;
            }
            check(file);
            done++;
        }
        if (interruption.requested()) {
            terminal.err().println(Main.NAME + ": interrupted at file " + done + " of " + files.size());
            return ExitCodes.INTERRUPTED;
        }
        terminal.out().flush(); // a file to write may be where this output goes too
        outputs.write();
        return exitCode;
    }

    private void check(String file) {
        Examination examination = new Examination(file);
        current = examination;
        try {
            examine(examination);
        } catch (OutputLost e) {
            throw e; // nobody is there to hear of the other files
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            Failures.Told told = failures.tell(e);
            examination.broke(told.message());
            worsen(told.exitCode());
        }
        current = null;
        FileReport report = examination.report();
        if (!interruption.late()) {
            printer.file(report);
            outputs.file(report);
        }
    }

    private void examine(Examination examination) throws IOException {
        Trace read = read(examination.file());
        History history = lifted(examination, read.history());
        Trace trace = new Trace(history, read.format(), read.warnings(), read.levels());
        examination.read(history);
        Optional<Strongest> search = plan.strongest() ? Optional.of(new Strongest(history)) : Optional.empty();
        for (Level level : levels(examination, trace)) {
            Verdict verdict = check(examination, history, level, plan.timeout());
            worsen(exitCode(verdict));
            search.ifPresent(each -> each.tell(level, verdict));
        }
        long start = System.nanoTime();
        for (Level level : plan.beyond()) { // nobody asked for these, so all of them together take no longer than one
            Duration left = plan.timeout() == null ? null : plan.timeout().minusNanos(System.nanoTime() - start);
            check(examination, history, level, left);
        }
        if (search.isPresent()) {
            search(examination, history, search.get());
        }
        if (printer.explains() || outputs.explains()) {
            examination.explain(this::refute);
        }
    }

    /** Parts are small, and this only makes what is shown shorter. */
    private Optional<Explanation> refute(History part, Level level) {
        Budget budget = new Budget(Math.min(plan.steps(), REFUTING_STEPS), interruption::requested);
        return !interruption.requested() && engine.check(part, level, budget) instanceof Verdict.Violated violated
                ? Optional.of(plan.minimize() ? engine.minimize(violated.why(), budget) : violated.why())
                : Optional.empty();
    }

    private void warn(Examination examination, List<String> warnings) {
        if (examination.warn(warnings)) {
            warnings.forEach(warning -> terminal.err().println(examination.file() + ": warning: " + warning));
        }
    }

    /** Without named levels a search promises nothing, so nothing can be violated: only what stays open is told. */
    private void search(Examination examination, History history, Strongest search) throws IOException {
        for (Optional<Level> next = search.next();
                next.isPresent() && !interruption.requested();
                next = search.next()) {
            search.tell(next.get(), check(examination, history, next.get(), plan.timeout()));
            if (Grounds.missing(history).isPresent()) {
                break; // of every level the same is to be said
            }
        }
        examination.strongest(new FileReport.Strength(search.strongest(), search.open()));
        if (!search.open().isEmpty()) {
            worsen(ExitCodes.UNDECIDED);
        }
    }

    private Trace read(String file) throws IOException {
        if (plan.format() == null && TraceFiles.polygraph(file).isPresent()) {
            throw CommandFailed.badInput(
                    file + ": a Cobra polygraph is a problem, not a history; bateleur solve decides it");
        }
        return TraceFiles.read(terminal, file, plan.format());
    }

    /** Statements as reads and writes, with what that covers; a history without any is itself. */
    private History lifted(Examination examination, History recorded) throws IOException {
        Lifted lifted = Statements.lift(recorded, plan.schema());
        Coverage coverage = lifted.coverage();
        if (coverage.statements() > 0) {
            FileReport.Covered covered = new FileReport.Covered(
                    coverage.statements(), coverage.whole(), coverage.inPart(), coverage.reasons());
            examination.covered(covered, recorded);
            printer.covered(examination.file(), covered);
        }
        return lifted.history();
    }

    private List<Level> levels(Examination examination, Trace trace) throws IOException {
        List<Level> named = new ArrayList<>(plan.levels().named());
        for (int i = 0; i < named.size(); i++) {
            if (named.get(i).mixed()) {
                LevelChoice.Default recorded = LevelChoice.recordedIn(trace);
                recorded.doubt().ifPresent(examination::doubt);
                named.set(i, recorded.level());
            }
        }
        if (!named.isEmpty() || plan.strongest()) {
            return named;
        }
        LevelChoice.Default chosen = LevelChoice.whatWasRecorded(trace);
        chosen.doubt().ifPresent(examination::doubt);
        if (said.add(chosen.why())) {
            terminal.err().println(Main.NAME + ": no --level was named, so this checks " + chosen.why());
        }
        return List.of(chosen.level());
    }

    private Verdict check(Examination examination, History history, Level level, @Nullable Duration most)
            throws IOException {
        long start = System.nanoTime();
        Verdict verdict = undecided(examination, history)
                .<Verdict>map(Verdict.Undecided::new)
                .orElseGet(() -> Grounds.of(history, decide(examination, history, level, most)));
        if (verdict instanceof Verdict.Undecided && !interruption.requested()) {
            verdict = examination
                    .violatedBelow(level, Lattice.of(history))
                    .<Verdict>map(Verdict.Violated::new)
                    .orElse(verdict);
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        LevelReport report = examination.spoken(report(level, verdict, millis));
        examination.add(report);
        if (!interruption.late()) {
            printer.level(examination.file(), report);
        }
        if (verdict instanceof Verdict.Holds holds && !interruption.requested()) {
            outputs.holds(examination.file(), level, holds);
        }
        return verdict;
    }

    /** What makes all checking idle. */
    private Optional<String> undecided(Examination examination, History history) {
        if (interruption.requested()) {
            return Optional.of(INTERRUPTED);
        }
        return examination.hasUntoldSql() && history.operationCount() == 0
                ? Optional.of("nothing that was written was read, as far as its SQL could be told (docs/lift.md)")
                : examination.doubt();
    }

    private Verdict decide(Examination examination, History history, Level level, @Nullable Duration most) {
        if (most != null && (most.isNegative() || most.isZero())) {
            return new Verdict.Undecided("the levels before it took the time of --timeout");
        }
        long end = most == null ? Long.MAX_VALUE : System.nanoTime() + most.toNanos();
        Budget budget = new Budget(plan.steps(), interruption::requested);
        if (most != null) {
            budget = budget.within(most);
        }
        try (Progress progress = terminal.progress("checking " + examination.file() + ": " + level, -1)) {
            progress.at(0);
            Verdict verdict = engine.check(history, level, budget);
            warn(examination, engine.warnings(history));
            if (verdict instanceof Verdict.Violated violated && plan.minimize()) {
                Explanation smaller = engine.minimize(violated.why(), budget);
                return new Verdict.Violated(smaller);
            }
            return verdict instanceof Verdict.Undecided undecided ? told(undecided, end) : verdict;
        } catch (OutOfMemoryError e) {
            return new Verdict.Undecided(outOfMemory());
        }
    }

    /** The library only knows that somebody called it off. */
    private Verdict told(Verdict.Undecided undecided, long end) {
        if (interruption.requested()) {
            return new Verdict.Undecided(INTERRUPTED + "; " + undecided.reason());
        }
        if (plan.timeout() != null && System.nanoTime() - end > 0) {
            return new Verdict.Undecided(
                    "not within " + Durations.text(plan.timeout()) + " (--timeout); " + undecided.reason());
        }
        return undecided;
    }

    private static String outOfMemory() {
        long megabytes = Runtime.getRuntime().maxMemory() >> 20;
        return "needs more memory than the " + megabytes + " MB that Java may use; give it more with BATELEUR_OPTS=-Xmx"
                + 2 * megabytes + "m";
    }

    private static LevelReport report(Level level, Verdict verdict, long millis) {
        if (verdict instanceof Verdict.Violated violated) {
            return LevelReport.violated(level, violated.why(), millis);
        }
        return verdict instanceof Verdict.Undecided undecided
                ? LevelReport.undecided(level, undecided.reason(), millis)
                : LevelReport.holds(level, millis);
    }

    private static int exitCode(Verdict verdict) {
        if (verdict instanceof Verdict.Holds) {
            return ExitCodes.OK;
        }
        return verdict instanceof Verdict.Violated ? ExitCodes.VIOLATED : ExitCodes.UNDECIDED;
    }

    private void worsen(int code) {
        exitCode = ExitCodes.worse(exitCode, code);
    }

    /** When a check does not stop in time. */
    private void tellFromOutside() {
        Examination examination = current;
        if (examination != null) {
            examination.broke(INTERRUPTED);
            printer.file(examination.report());
            terminal.err().println(Main.NAME + ": interrupted while checking " + examination.file());
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
