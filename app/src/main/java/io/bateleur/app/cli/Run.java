package io.bateleur.app.cli;

import io.bateleur.core.check.Lattice;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Faults;
import io.bateleur.lab.run.LostCommits;
import io.bateleur.lab.run.NativeLibraries;
import io.bateleur.lab.run.Offer;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workloads;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        description = {
            "Run a workload on a real database through many sessions, record what they see, check it and explain what is wrong.",
            "The database is fetched, started and stopped. The exit code is about the level that its makers promise for the "
                    + "isolation asked for (--check for others): 1 if it is violated, 2 if undecided, 0 if it holds. "
                    + "Stronger levels are checked too, and told. Ctrl-C stops recording and checks what there is."
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
final class Run implements Callable<Integer> {
    /** What is checked beyond the promise, from the weakest to the strongest. */
    private static final List<String> BEYOND =
            List.of("read-committed", "repeatable-read", "snapshot-isolation", "serializable");

    /** Where traces go that have no name of their own. */
    private static final Path FOLDER = Path.of("bateleur-runs");

    private static final int LOST_SHOWN = 10;

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

    Run(Terminal terminal) {
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
        // What makes no sense is told before anything is started.
        Workloads.Entry entry = workload.entry();
        WorkForm spoken = workload.form(entry, matrix);
        Plan plan = pace.plan();
        Settings chosen = workload.settings(entry);
        List<Level> named = LevelChoice.of(check).named();
        requireSense(spoken, chosen);
        outputs.requireWritable();
        OutputFiles.requireWritable(matrixOut.toArray(Path[]::new));
        if (matrix) {
            return matrix(entry, plan, chosen);
        }
        OutputFiles.requireWritable(trace != null ? trace : Files.exists(FOLDER) ? FOLDER.resolve("trace") : FOLDER);
        return one(entry, spoken, plan, chosen, named);
    }

    private void requireSense(WorkForm spoken, Settings chosen) {
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
        Offer offer = database.offer();
        requireNot(
                !faults.isEmpty() && !offer.server(),
                "--faults needs a server that Bateleur starts, such as postgres, and not " + offer.database());
        requireNot(
                spoken != WorkForm.KEY_VALUE && !offer.sql(), offer.database() + " knows no SQL: use --form key-value");
        requireNot(
                chosen.locks() > 0 && !offer.locksReads(),
                offer.database() + " has no reads that lock: leave out --locks");
    }

    private static void requireNot(boolean nonsense, String message) {
        if (nonsense) {
            throw CommandFailed.usage(message);
        }
    }

    /** Records and checks one database. */
    private int one(Workloads.Entry entry, WorkForm spoken, Plan plan, Settings chosen, List<Level> named)
            throws IOException {
        Path recorded;
        Isolation asked;
        boolean ended;
        boolean stuck;
        // Until the database is there, Ctrl-C ends the program: there is nothing to check yet.
        try (Database running = database.start(this::tell);
                Interrupts interrupts = new Interrupts()) {
            asked = database.isolation(running);
            tell("asking for " + asked.sql() + ", for which its makers promise " + asked.documented() + " ("
                    + asked.source() + ")");
            RunRecording recording =
                    new RunRecording(terminal, running, asked, entry.name(), spoken, chosen, faults, interrupts);
            try (RunTrace kept = trace(running, asked, entry, spoken)) {
                recorded = kept.path();
                recording.record(kept, plan);
                kept.requireOurs();
            }
            stuck = recording.isStuck();
            ended = stuck || recording.hasServerEnded();
            if (interrupts.requested()) {
                tell("interrupted; what was recorded until then is checked");
            }
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
        List<Level> promised = named.isEmpty() ? List.of(asked.documented()) : named;
        int exitCode = ExitCodes.worse(check(recorded, promised), ended ? ExitCodes.UNAVAILABLE : ExitCodes.OK);
        // Whoever does not answer does not show what it still has.
        return faults.contains(Faults.Kind.KILL) && !stuck && hasLost(recorded)
                ? ExitCodes.worse(exitCode, ExitCodes.VIOLATED)
                : exitCode;
    }

    /** Whether a fault may make the server forget; a session that only stands still for a moment does not. */
    private boolean mayLose() {
        return faults.stream().anyMatch(kind -> kind != Faults.Kind.STALL);
    }

    private boolean hasLost(Path recorded) throws IOException {
        History history = TraceFiles.read(terminal, recorded.toString(), null).history();
        List<LostCommits.Lost> lost =
                LostCommits.of(Statements.lift(history, null).history());
        PrintStream out = json ? terminal.err() : terminal.text(); // whoever reads JSON wants nothing else there
        if (lost.isEmpty()) {
            out.println(recorded + ": no committed write is missing at the end");
            return false;
        }
        out.println(recorded + ": " + lost.size()
                + (lost.size() == 1 ? " write that was committed is lost" : " writes that were committed are lost"));
        lost.stream()
                .limit(LOST_SHOWN)
                .forEach(each -> out.println("  " + each.transaction() + " " + each.operation()));
        return true;
    }

    private int matrix(Workloads.Entry entry, Plan plan, Settings chosen) throws IOException {
        try (Interrupts interrupts = new Interrupts()) {
            List<Matrix.Row> rows = new Matrix(terminal, plan, entry.name(), chosen, interrupts)
                    .of(database.names().isEmpty() ? MATRIX : database.names());
            if (interrupts.requested()) {
                tell("interrupted; the table shows what was run until then");
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

    private int check(Path recorded, List<Level> promised) throws IOException {
        Lattice lattice = Lattice.ofAll();
        // What a server loses after it had committed it shows only against the clock.
        Stream<Level> timed = promised.stream()
                .filter(level -> mayLose() && level.order() == Order.NONE)
                .map(level -> Level.of(level.criterion(), Order.REAL_TIME));
        List<Level> beyond = Stream.concat(
                        BEYOND.stream().map(name -> Level.of(name).orElseThrow()), timed)
                .filter(level -> promised.stream().noneMatch(known -> lattice.implies(known, level)))
                .toList();
        CheckRun.Plan plan =
                new CheckRun.Plan(new LevelChoice(promised), beyond, false, true, timeout, Long.MAX_VALUE, null, null);
        Failures failures = new Failures(
                terminal, spec.root().commandLine().getParseResult().originalArgs());
        CheckPrinter printer = json
                ? new CheckJson(terminal)
                : new CheckText(
                        terminal,
                        true,
                        level -> promised.contains(level) ? ", which is promised:" : ", beyond the promise:");
        Engine engine = Engine.standard(new EngineOptions().settings());
        try (CheckRun run = new CheckRun(terminal, engine, plan, printer, outputs, failures)) {
            return run.check(List.of(recorded.toString()));
        }
    }

    private RunTrace trace(Database running, Isolation asked, Workloads.Entry entry, WorkForm spoken)
            throws IOException {
        if (trace != null) {
            return RunTrace.named(trace);
        }
        String work = spoken == WorkForm.KEY_VALUE ? entry.name() : entry.name() + "-" + spoken.word();
        return RunTrace.fresh(
                FOLDER, String.join("-", running.toString().replace(':', '-'), asked.word(), work, "" + pace.seed()));
    }

    private void tell(String line) {
        terminal.err().println(Main.NAME + ": " + line);
    }
}
