package io.bateleur.app.cli;

import io.bateleur.core.check.Lattice;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Databases;
import io.bateleur.lab.run.Faults;
import io.bateleur.lab.run.LostCommits;
import io.bateleur.lab.run.NativeLibraries;
import io.bateleur.lab.server.Coordinates;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.lab.workload.sql.SqlWorkloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                    + "Stronger levels are checked too, and told. Ctrl-C stops recording and checks what there is."
        },
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
    private static final String NEWEST = "postgres";
    private static final String INSTEAD = "h2";
    /** What is checked beyond the promise, from the weakest to the strongest. */
    private static final List<String> BEYOND =
            List.of("read-committed", "repeatable-read", "snapshot-isolation", "serializable");

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

    @Parameters(
            arity = "0..*",
            paramLabel = "DATABASE",
            description = "postgres:12.3, mariadb:11.4.5, mysql:5.6.24, h2, hsqldb, derby, sqlite, duckdb, rocksdb, "
                    + "rocksdb-optimistic, je, xodus, lmdb; with or without a "
                    + "version. Default: the newest PostgreSQL, or H2 where that cannot be had.")
    private List<String> databases = new ArrayList<>();

    @Option(
            names = "--matrix",
            description = "Run several databases at all their levels, and print a table of what was seen.")
    private boolean matrix;

    @Option(
            names = "--matrix-out",
            paramLabel = "OUT",
            description = "Write that table to a file: Markdown, HTML or JSON by its name's end. May be repeated.")
    private List<Path> matrixOut = new ArrayList<>();

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description =
                    "What the database is asked for, in its own words: read-committed, repeatable-read, serializable. "
                            + "Default: what it gives when nobody asks.")
    private @Nullable String isolation;

    @Option(
            names = "--check",
            split = ",",
            paramLabel = "LEVEL",
            completionCandidates = LevelChoice.Names.class,
            description =
                    "What is verified. Default: what the makers of the database promise for the isolation asked for.")
    private List<String> check = new ArrayList<>();

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description = "See: bateleur list workloads. Default: ${DEFAULT-VALUE}.")
    private String workload = "hot-keys";

    @Option(
            names = "--form",
            paramLabel = "FORM",
            completionCandidates = WorkForm.Words.class,
            description =
                    "What the workload speaks: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}. In SQL it has tables "
                            + "of its own, and statements are recorded with their answers; sql-locking reads FOR UPDATE what it "
                            + "is going to change.")
    private String form = WorkForm.KEY_VALUE.word();

    @Option(names = "--sessions", paramLabel = "N", description = "Clients at once. Default: ${DEFAULT-VALUE}.")
    private int sessions = 16;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = Durations.class,
            description =
                    "How long to run: 10s, 2m. Default: 5s, or as long as it takes where --transactions is given.")
    private @Nullable Duration time;

    @Option(names = "--transactions", paramLabel = "N", description = "Stop after so many.")
    private long transactions = Long.MAX_VALUE;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of all that is chosen at random. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the server or the engine, in its own words. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--keys", paramLabel = "N", description = "Keys, accounts or whatever the workload counts by.")
    private @Nullable Integer keys;

    @Option(names = "--operations", paramLabel = "N", description = "Operations of a transaction.")
    private @Nullable Integer operations;

    @Option(
            names = "--zipf",
            paramLabel = "S",
            description = "How uneven keys are chosen: 0 all alike, 0.99 as is usual.")
    private @Nullable Double zipf;

    @Option(
            names = "--duplicates",
            paramLabel = "N",
            description = "Write only so many different values; 0: each once.")
    private @Nullable Integer duplicates;

    @Option(
            names = "--locks",
            paramLabel = "SHARE",
            description = "Of reads that lock what they read (SELECT ... FOR UPDATE): 0.5, 1 for all. Default: 0.")
    private double locks;

    @Option(
            names = "--pause",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Clients think up to so long between two transactions.")
    private Duration pause = Duration.ZERO;

    @Option(names = "--retries", paramLabel = "N", description = "Try again what was aborted, so often. Default: 0.")
    private int retries;

    @Option(
            names = "--aborts",
            paramLabel = "SHARE",
            description = "Of transactions whose clients change their minds: 0.1. Default: 0.")
    private double aborts;

    @Option(
            names = "--trace",
            paramLabel = "OUT",
            description =
                    "Where to record to; compressed when it ends in .zst or .gz. Default: a file in bateleur-runs.")
    private @Nullable Path trace;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "kill|pause|disconnect",
            description = "What goes wrong at seeded times: the server is killed and restarted, stopped for a while, "
                    + "or drops connections.")
    private List<Faults.Kind> faults = new ArrayList<>();

    @Option(
            names = "--jdbc-url",
            paramLabel = "URL",
            description = "A database that runs already, in place of DATABASE.")
    private @Nullable String url;

    @Option(
            names = "--driver",
            paramLabel = "G:A:V",
            description = "Its driver's Maven coordinates, where it is none that we know.")
    private @Nullable String driver;

    @Option(names = "--user", paramLabel = "NAME", description = "Whom to connect as.")
    private @Nullable String user;

    @Option(names = "--password", paramLabel = "TEXT", description = "And with what password.")
    private @Nullable String password;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Leave a level undecided after so long. Default: 60s.")
    private Duration timeout = Duration.ofSeconds(60);

    @Option(names = "--json", description = "Print the verdicts as a JSON object (docs/json.md).")
    private boolean json;

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
        outputs.requireFolders();
        CheckOutputs.requireFolder(trace);
        matrixOut.forEach(CheckOutputs::requireFolder);
        Workloads.Entry entry = entry();
        WorkForm spoken = form(entry);
        io.bateleur.lab.run.Plan plan = plan();
        Settings chosen = settings(entry); // what makes no sense is told before anything is started
        if (matrix) {
            return matrix(entry, plan, chosen);
        }
        if (databases.size() + (url == null ? 0 : 1) > 1) {
            throw CommandFailed.usage("one database at a time, by name or by --jdbc-url, unless with --matrix");
        }
        List<Level> named = LevelChoice.of(check).named();
        Path recorded;
        Isolation asked;
        boolean ended;
        // Until the database is there, Ctrl-C ends the program: there is nothing to check yet.
        try (Database running = database();
                Interrupts interrupts = new Interrupts()) {
            asked = isolation(running);
            recorded = trace(running, asked, entry, spoken);
            tell("asking for " + asked.sql() + ", for which its makers promise " + asked.documented() + " ("
                    + asked.source() + ")");
            RunRecording recording =
                    new RunRecording(terminal, running, asked, entry.name(), spoken, chosen, faults, interrupts);
            recording.record(recorded, plan);
            ended = recording.hasServerEnded();
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
        List<Level> promised = named.isEmpty() ? List.of(asked.documented()) : named;
        int exitCode = ExitCodes.worse(check(recorded, promised), ended ? ExitCodes.UNAVAILABLE : ExitCodes.OK);
        return faults.contains(Faults.Kind.KILL) && hasLost(recorded)
                ? ExitCodes.worse(exitCode, ExitCodes.VIOLATED)
                : exitCode;
    }

    private boolean hasLost(Path recorded) throws IOException {
        History history = TraceFiles.read(terminal, recorded.toString(), null).history();
        List<LostCommits.Lost> lost =
                LostCommits.of(Statements.lift(history, null).history());
        if (lost.isEmpty()) {
            terminal.out().println(recorded + ": no committed write is missing at the end");
            return false;
        }
        terminal.out().println(recorded + ": " + lost.size() + " writes that were committed are lost");
        lost.stream().limit(LOST_SHOWN).forEach(each -> terminal.out()
                .println("  " + each.transaction() + " " + each.operation()));
        return true;
    }

    private int matrix(Workloads.Entry entry, io.bateleur.lab.run.Plan plan, Settings chosen) throws IOException {
        try (Interrupts interrupts = new Interrupts()) {
            List<Matrix.Row> rows = new Matrix(terminal, plan, entry.name(), chosen, interrupts)
                    .of(databases.isEmpty() ? MATRIX : databases);
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

    private io.bateleur.lab.run.Plan plan() {
        Duration limit =
                time != null ? time : transactions < Long.MAX_VALUE ? Duration.ofDays(1) : Duration.ofSeconds(5);
        try {
            return new io.bateleur.lab.run.Plan(sessions, limit, transactions, seed, pause, retries, aborts);
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }

    private int check(Path recorded, List<Level> promised) throws IOException {
        Lattice lattice = Lattice.ofAll();
        // What a server loses after it had committed it shows only against the clock.
        Stream<Level> timed = promised.stream()
                .filter(level -> !faults.isEmpty() && level.order() == Order.NONE)
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

    private Workloads.Entry entry() {
        try {
            return Workloads.named(workload);
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }

    private WorkForm form(Workloads.Entry entry) {
        WorkForm chosen = WorkForm.of(form);
        if (chosen != WorkForm.KEY_VALUE && matrix) {
            throw CommandFailed.usage("the matrix is made with the form key-value, which all databases have");
        }
        if (chosen != WorkForm.KEY_VALUE && !SqlWorkloads.names().contains(entry.name())) {
            throw CommandFailed.usage("the workload " + entry.name() + " has no form in SQL; these have: "
                    + String.join(", ", SqlWorkloads.names()));
        }
        return chosen;
    }

    private Settings settings(Workloads.Entry entry) {
        Settings defaults = entry.defaults();
        try {
            return new Settings(
                    keys != null ? keys : defaults.keys(),
                    operations != null ? operations : defaults.operations(),
                    zipf != null ? zipf : defaults.zipf(),
                    duplicates != null ? duplicates : defaults.duplicates(),
                    locks);
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }

    private Database database() throws ServerException {
        Databases start = new Databases(this::tell);
        if (url != null) {
            return start.at(url, driver == null ? Optional.empty() : Optional.of(Coordinates.parse(driver)), login());
        }
        if (!databases.isEmpty()) {
            return start.start(databases.get(0), settings);
        }
        try {
            return start.start(NEWEST, settings);
        } catch (ServerException e) {
            tell("no PostgreSQL here: " + e.problem() + "; H2 in its place");
            return start.start(INSTEAD, settings);
        }
    }

    private Properties login() {
        Properties login = new Properties();
        Stream.of(new @Nullable String[] {"user", user}, new @Nullable String[] {"password", password})
                .filter(pair -> pair[1] != null)
                .forEach(pair -> login.setProperty(String.valueOf(pair[0]), String.valueOf(pair[1])));
        settings.forEach(login::setProperty);
        return login;
    }

    private Isolation isolation(Database running) {
        String word = isolation == null ? running.defaultLevel() : isolation;
        return running.levels().stream()
                .filter(level ->
                        level.word().equalsIgnoreCase(word) || level.sql().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> CommandFailed.usage("unknown isolation level '" + word + "'; this database has "
                        + running.levels().stream().map(Isolation::word).collect(Collectors.joining(", "))));
    }

    private Path trace(Database running, Isolation asked, Workloads.Entry entry, WorkForm spoken) throws IOException {
        if (trace != null) {
            return trace;
        }
        Path folder = Files.createDirectories(Path.of("bateleur-runs"));
        String work = spoken == WorkForm.KEY_VALUE ? entry.name() : entry.name() + "-" + spoken.word();
        return folder.resolve(
                String.join("-", running.toString().replace(':', '-'), asked.word(), work, "" + seed) + ".jsonl.zst");
    }

    private void tell(String line) {
        terminal.err().println(Main.NAME + ": " + line);
    }
}
