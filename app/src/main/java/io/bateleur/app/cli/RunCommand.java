package io.bateleur.app.cli;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.LostWrites;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Inquiry;
import io.bateleur.examine.Judge;
import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Expectation;
import io.bateleur.lab.run.Faults;
import io.bateleur.lab.run.LostCommits;
import io.bateleur.lab.run.Matrix;
import io.bateleur.lab.run.NativeLibraries;
import io.bateleur.lab.run.Offer;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.run.RunFailedException;
import io.bateleur.lab.run.RunListener;
import io.bateleur.lab.run.RunRecording;
import io.bateleur.lab.run.RunTrace;
import io.bateleur.lab.run.Work;
import io.bateleur.lab.run.WorkForm;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.sql.audit.AuditOptions;
import io.bateleur.sql.audit.AuditVerdict;
import io.bateleur.sql.audit.Auditor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        description = {
            "Run a workload on a real database through many sessions, record what they see, check it and explain what is wrong.",
            "The database is fetched, started and stopped. The exit code is about the level that its makers promise for the "
                    + "isolation asked for (--check for others): 1 if it is violated, 2 if undecided, 0 if it holds. "
                    + "Stronger levels are also checked and reported. Ctrl-C stops recording and checks what there is."
        },
        optionListHeading = "%nRecording and checking:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur run",
            "  bateleur run postgres:12.3 --isolation serializable --workload list-append --time 45s --report out.html",
            "  bateleur run mariadb:11.4.5 --set innodb_snapshot_isolation=ON --workload hot-keys",
            "  bateleur run h2 --isolation serializable",
            "  bateleur run postgres --isolation repeatable-read --workload smallbank --form sql",
            "  bateleur run --jdbc-url jdbc:postgresql://localhost/test --user me --password secret --time 1m",
            "  bateleur run --matrix --time 3s --matrix-out matrix.md",
            "  bateleur list databases"
        })
final class RunCommand implements Callable<Integer> {
    /** Where traces go that have no name of their own. */
    private static final Path FOLDER = Path.of("bateleur-runs");

    /** What {@code --matrix} runs unless it is told. */
    private static final List<String> MATRIX = List.of(
            "postgres:9.6.24",
            "postgres:12.3",
            "postgres:18.6",
            "mariadb:10.11.5",
            "mariadb:11.4.5",
            "mysql:5.6.24",
            "h2:1.4.200",
            "h2:2.5.252",
            "hsqldb",
            "hsqldb tx=mvcc",
            "derby",
            "sqlite",
            "duckdb",
            "rocksdb",
            "rocksdb-optimistic",
            "je",
            "xodus",
            "lmdb");

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "DATABASE",
            description = "postgres:12.3, mariadb:11.4.5, mysql:5.6.24, h2, hsqldb, derby, sqlite, duckdb, rocksdb, "
                    + "rocksdb-optimistic, je, xodus, lmdb; with or without a "
                    + "version. Default: the newest PostgreSQL, or H2 where PostgreSQL is not available.")
    private List<String> databases = new ArrayList<>();

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private WorkloadOptions workload = new WorkloadOptions();

    @Mixin
    private PaceOptions pace = new PaceOptions();

    @Option(
            names = "--check",
            split = ",",
            paramLabel = "LEVEL",
            completionCandidates = LevelChoice.Names.class,
            description =
                    "What is verified. Default: what the makers of the database promise for the isolation asked for.")
    private List<String> check = new ArrayList<>();

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "kill|pause|disconnect|stall",
            description =
                    "What goes wrong at seeded times: the server is killed and restarted, stopped for a while, or "
                            + "drops connections; stall stops the process of one session at a time for milliseconds (PostgreSQL).")
    private List<Faults.Kind> faults = new ArrayList<>();

    @Option(
            names = "--trace",
            paramLabel = "OUT",
            description =
                    "Where to record to; compressed when it ends in .zst or .gz. A file that is there is replaced. "
                            + "Default: a new file in bateleur-runs.")
    private @Nullable Path trace;

    @Option(
            names = "--audit",
            description = "With --form sql: also tell whether every answer is possible at all (docs/audit.md).")
    private boolean audit;

    @Option(names = "--json", description = "Print the verdicts as a JSON object (docs/json.md).")
    private boolean json;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Leave a level undecided after so long. Default: 60s.")
    private Duration timeout = Duration.ofSeconds(60);

    @Option(
            names = "--matrix",
            description = "Run several databases at all their levels, and print a table of what was seen.")
    private boolean matrix;

    @Option(
            names = "--matrix-out",
            paramLabel = "OUT",
            description = "Write that table to a file: Markdown, HTML or JSON by its name's end. May be repeated.")
    private List<Path> matrixOut = new ArrayList<>();

    @Mixin
    private CheckOutputs outputs = new CheckOutputs();

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        NativeLibraries libraries;
        try {
            libraries = NativeLibraries.aside();
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
        try {
            return run();
        } finally {
            libraries.close();
        }
    }

    private int run() throws IOException {
        database.named(databases);
        // What makes no sense is told before anything is started.
        Workloads.Entry entry = workload.entry();
        Work work = new Work(entry.name(), workload.form(entry, matrix), workload.settings(entry));
        Plan plan = pace.plan();
        List<Level> named = LevelChoice.of(check);
        requireSense(work);
        outputs.requireWritable();
        OutputFiles.requireWritable(matrixOut.toArray(Path[]::new));
        if (matrix) {
            return matrix(work, plan);
        }
        OutputFiles.requireWritable(trace != null ? trace : Files.exists(FOLDER) ? FOLDER.resolve("trace") : FOLDER);
        return one(work, plan, named);
    }

    private void requireSense(Work work) {
        if (matrix) {
            database.requireMatrix();
            requireNot(!faults.isEmpty(), "--faults does not go with --matrix");
            requireNot(!check.isEmpty(), "--check does not go with --matrix");
            requireNot(trace != null, "--trace does not go with --matrix, which keeps no traces");
            requireNot(outputs.any(), "--matrix writes its own files (--matrix-out)");
            return;
        }
        requireNot(!matrixOut.isEmpty(), "--matrix-out needs --matrix");
        if (faults.contains(Faults.Kind.STALL)) {
            database.requireProcessPerSession();
        }
        requireNot(
                outputs.makesCase() && work.form() == WorkForm.KEY_VALUE,
                "--as-case makes a case of SQL: use --form sql");
        Offer offer = database.offer();
        requireNot(
                !faults.isEmpty() && !offer.server(),
                "--faults needs a server that Bateleur starts, such as postgres, and not " + offer.database());
        requireNot(
                work.form() != WorkForm.KEY_VALUE && !offer.sql(),
                offer.database() + " knows no SQL: use --form key-value");
        requireNot(
                work.settings().locks() > 0 && !offer.locksReads(),
                offer.database() + " has no reads that lock: leave out --locks");
    }

    private static void requireNot(boolean nonsense, String message) {
        if (nonsense) {
            throw CommandFailed.usage(message);
        }
    }

    /** Records and checks one database. */
    private int one(Work work, Plan plan, List<Level> named) throws IOException {
        Path recorded;
        boolean found;
        Isolation asked;
        String title;
        boolean ended;
        boolean stuck;
        // Until the database is there, Ctrl-C ends the program: there is nothing to check yet.
        try (Database running = database.start(this::say);
                Interrupts interrupts = new Interrupts()) {
            asked = database.isolation(running);
            title = running.title() + " at " + asked.sql();
            say("asking for " + asked.sql() + ", for which its makers promise " + asked.documented() + " ("
                    + asked.source() + ")");
            RunRecording recording = new RunRecording(running, asked, work, faults, listener(interrupts));
            try (RunTrace kept = trace(running, asked, work)) {
                recorded = kept.path();
                recording.record(kept, plan);
                found = kept.isFound();
                kept.requireOurs();
            }
            stuck = recording.isStuck();
            ended = stuck || recording.hasServerEnded();
            if (interrupts.requested()) {
                say("interrupted; what was recorded until then is checked");
            }
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        } catch (RunFailedException e) {
            throw failed(e);
        }
        List<Level> promised = named.isEmpty() ? List.of(asked.documented()) : named;
        // Whoever does not answer does not show what it still has.
        RunText.Subject subject = new RunText.Subject(
                title,
                promised,
                !named.isEmpty(),
                found ? Optional.of(recorded) : Optional.empty(),
                outputs.page(),
                faults.contains(Faults.Kind.KILL) && !stuck);
        int exitCode = check(recorded, Expectation.of(promised, faults), subject);
        if (audit) {
            exitCode = ExitCodes.worse(exitCode, audit(recorded));
        }
        return ExitCodes.worse(exitCode, ended ? ExitCodes.UNAVAILABLE : ExitCodes.OK);
    }

    /** Are the answers possible at all? */
    private int audit(Path recorded) throws IOException {
        String file = recorded.toString();
        long start = System.nanoTime();
        AuditVerdict verdict =
                Auditor.audit(file, TraceFiles.read(terminal, file, null).history(), AuditOptions.none());
        AuditPrinter printer = json ? new AuditJson(terminal.out(), false) : new AuditText(terminal, false);
        printer.print(file, verdict, (System.nanoTime() - start) / 1_000_000);
        return verdict.match(accepted -> ExitCodes.OK, refused -> ExitCodes.VIOLATED, undecided -> ExitCodes.UNDECIDED);
    }

    static CommandFailed failed(RunFailedException e) {
        return switch (e.reason()) {
            case MISUSE -> CommandFailed.usage(e.problem());
            case UNAVAILABLE -> CommandFailed.unavailable(e.problem());
            case INTERRUPTED -> CommandFailed.interrupted(e.problem());
        };
    }

    private int check(Path recorded, Expectation expectation, RunText.Subject subject) throws IOException {
        List<LostWrites.Write> lost = new ArrayList<>();
        FailureMessages failures = new FailureMessages(
                terminal, spec.root().commandLine().getParseResult().originalArgs());
        CheckPrinter printer = json ? new CheckJson(terminal) : new RunText(terminal, subject);
        CheckerOptions how = new CheckerOptions();
        Judge judge = Judge.of(how.checker(how.extensions()));
        Inquiry inquiry = expectation.inquiry(
                printer.explains() || outputs.explains(),
                new Allowance(Optional.of(timeout), Long.MAX_VALUE, "--timeout", Main.MEMORY));
        int exitCode;
        try (CheckRun run = new CheckRun(terminal, judge, inquiry, printer, outputs, failures)) {
            if (subject.looksForLosses()) {
                run.alsoGiveTo(history -> lost.addAll(lost(recorded, history)));
            }
            exitCode = run.check(List.of(recorded.toString()), null);
        }
        return lost.isEmpty() ? exitCode : ExitCodes.worse(exitCode, ExitCodes.VIOLATED);
    }

    /** What is lost is a finding of its own, which every report shows. */
    private List<LostWrites.Write> lost(Path recorded, History history) {
        List<LostWrites.Write> writes = LostCommits.of(history);
        if (!writes.isEmpty()) {
            outputs.add(List.of(new LostWrites(recorded.toString(), history.names(), writes)));
        }
        return writes;
    }

    private int matrix(Work work, Plan plan) throws IOException {
        try (Interrupts interrupts = new Interrupts()) {
            List<Matrix.Row> rows = new Matrix(plan, work, listener(interrupts))
                    .of(database.names().isEmpty() ? MATRIX : database.names());
            if (interrupts.requested()) {
                say("interrupted; the table shows what was run until then");
            }
            if (rows.isEmpty()) {
                throw CommandFailed.unavailable("there is nothing to show: no database could be run");
            }
            terminal.out().print(MatrixText.of(rows, json ? ".json" : ""));
            for (Path out : matrixOut) {
                Files.writeString(out, MatrixText.of(rows, out.toString()));
            }
            return ExitCodes.OK;
        }
    }

    private RunTrace trace(Database running, Isolation asked, Work work) throws IOException, RunFailedException {
        return trace != null
                ? RunTrace.named(trace)
                : RunTrace.fresh(
                        FOLDER,
                        String.join(
                                "-", running.toString().replace(':', '-'), asked.word(), "" + work, "" + pace.seed()));
    }

    private RunListener listener(Interrupts interrupts) {
        return new RunListener() {
            @Override
            public void say(String line) {
                RunCommand.this.say(line);
            }

            @Override
            public boolean interrupted() {
                return interrupts.requested();
            }

            @Override
            public Runnable working(Supplier<String> progress) {
                return terminal.progress(progress)::close;
            }
        };
    }

    private void say(String line) {
        terminal.err().println(Main.NAME + ": " + line);
    }
}
