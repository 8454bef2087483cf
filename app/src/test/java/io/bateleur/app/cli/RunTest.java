package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From a real database to a verdict, through the command line. */
class RunTest {
    /** More than the header of a compressed trace. */
    private static final int SOME_BYTES = 2000;

    @TempDir
    Path folder;

    private @Nullable Process started;

    /** Where a test failed, what it looked at may still run. */
    @AfterEach
    void endWhatRuns() throws InterruptedException {
        if (started != null) {
            Outcome.end(started);
        }
    }

    private Outcome run(String... args) {
        return Outcome.ofRun(folder.resolve("t.jsonl.zst"), args);
    }

    @Test
    void theVerdictIsAboutThePromise() {
        Path report = folder.resolve("r.html");
        Outcome outcome = run("h2", "--transactions", "2000", "--sessions", "8", "--report", report.toString());
        assertThat(outcome.err())
                .contains("asking for READ COMMITTED, for which its makers promise read-committed")
                .contains("recorded in ");
        assertThat(outcome.out())
                .containsPattern("\nH2 [0-9.]+ at READ COMMITTED: promise kept \\([0-9,]+ transactions\\)\n")
                .contains("\n  promised      read-committed      holds\n")
                .containsPattern("\n  not promised  snapshot-isolation  violated: .*\n")
                .containsPattern("\n  not promised  serializable        violated: .*\n")
                .contains("\nNot promised, and seen:\n", ", which was not promised.\n")
                .endsWith("picture: " + report + "\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
        assertThat(report).content().contains("<html", "serializable");
        assertThat(Outcome.of("info", folder.resolve("t.jsonl.zst").toString()).out())
                .contains("engine=h2")
                .contains("workload=hot-keys");
    }

    @Test
    void otherLevelsCanBeAskedFor() {
        Outcome outcome = run("h2", "--transactions", "2000", "--check", "serializable", "--json");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.VIOLATED);
        assertThat(outcome.out()).contains("\"level\":\"serializable\",\"verdict\":\"violated\"");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThat(run("h2", "--isolation", "chaos").err())
                .contains("unknown isolation level 'chaos'; this database has read-uncommitted, read-committed");
        assertThat(run("h2", "--workload", "hotkeys").err()).contains("did you mean: hot-keys?");
        assertThat(run("h2", "--transactions", "5", "--faults", "kill").err()).contains("--faults needs a server");
        assertThat(run("h2", "sqlite").exitCode()).isEqualTo(ExitCodes.USAGE);
        Outcome locks = run("duckdb", "--transactions", "5", "--locks", "1");
        assertThat(locks.err()).contains("duckdb has no reads that lock: leave out --locks");
        assertThat(locks.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run("sqllite").err()).contains("did you mean sqlite?");
        Outcome unknown = run("oracle");
        assertThat(unknown.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
        assertThat(unknown.err()).contains("there is no database 'oracle' to start");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h2 --sessions 0            | --sessions must be 1 to 10000, not 0",
                "h2 --sessions 100000000    | --sessions must be 1 to 10000, not 100000000",
                "h2 --sessions -3           | --sessions must be 1 to 10000, not -3",
                "h2 --transactions 0        | --transactions must be at least 1, not 0",
                "h2 --time 0s               | --time must be longer than 0",
                "h2 --retries -1            | --retries must not be negative, as is -1",
                "h2 --aborts 7              | --aborts must be a share from 0 to 1, not 7.0",
                "h2 --locks 2               | the share of locking reads is from 0 to 1, and not 2.0",
                "h2 --keys 0                | a workload needs a key, and not 0",
                "h2 --zipf NaN              | Zipf's exponent is 0 or more, and not NaN",
                "h2 --jdbc-url jdbc:h2:mem: | one database at a time, by name or by --jdbc-url, unless with --matrix",
            })
    void whatCannotBeIsToldBeforeAnythingStarts(String line, String message) {
        Outcome outcome = run(line.split(" "));
        assertThat(outcome.err()).isEqualTo("bateleur: " + message + "\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    /** The servers of this test are never started, and most of them could not be: it takes no time and leaves no file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgres --isolation chaos             | 64 | unknown isolation level 'chaos'; this database has read-committed",
                "docker:mysql:8.4 --isolation snapshot  | 64 | unknown isolation level 'snapshot'; this database has read-unc",
                "--jdbc-url jdbc:mysql://127.0.0.1:1/x --isolation x | 64 | unknown isolation level 'x'; this database has read-unc",
                "--jdbc-url h2                          | 69 | 'h2' is no JDBC URL",
                "postgres --check chaos                 | 64 | unknown level 'chaos'",
                "postgres --form tables                 | 64 | unknown form 'tables', expected one of key-value, sql",
                "rocksdb --form sql                     | 64 | rocksdb knows no SQL: use --form key-value",
                "docker:mssql --locks 1                 | 64 | docker:mssql has no reads that lock: leave out --locks",
                "h2 --faults kill                       | 64 | --faults needs a server that Bateleur starts, such as",
                "docker:postgres:17 --faults pause      | 64 | --faults needs a server that Bateleur starts, such as",
                "--jdbc-url jdbc:h2:mem:x --faults kill | 64 | --faults needs a server that Bateleur starts, such as",
                "postgres --faults fire                 | 64 | Invalid value for option '--faults'",
                "postgres --user me                     | 64 | --user is about a database that runs already: it needs",
                "postgres --matrix-out m.md             | 64 | --matrix-out needs --matrix",
                "--matrix --faults kill                 | 64 | --faults does not go with --matrix",
                "--matrix --isolation serializable      | 64 | --isolation does not go with --matrix",
                "mysql:8.4                              | 69 | MySQL 8.4 is not available as a server",
                "mysql:8.4                              | 69 | bateleur run docker:mysql:8.4",
                "postgres:99                            | 69 | PostgreSQL 99 is not available as a server",
                "docker:redis:7                         | 69 | there is no image 'redis' that we know how to start",
            })
    void everyOptionIsLookedAtBeforeAServerStarts(String line, int exitCode, String message) {
        Outcome outcome = Outcome.of(("run " + line).split(" +"));
        assertThat(outcome.err())
                .startsWith("bateleur: ")
                .contains(message)
                .doesNotContain("fetching", "starting", "initialising");
        assertThat(outcome.exitCode()).isEqualTo(exitCode);
        assertThat(Path.of("bateleur-runs")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void noRunReplacesTheTraceOfAnother() throws Exception {
        for (int i = 0; i < 3; i++) {
            Outcome outcome = child("", "run hsqldb --isolation read-committed --transactions 20 --sessions 2");
            assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(ExitCodes.OK);
            assertThat(outcome.err())
                    .contains("recorded in bateleur-runs/hsqldb-")
                    .doesNotContain("1 times");
        }
        try (var traces = Files.list(folder.resolve("bateleur-runs"))) {
            assertThat(traces.map(trace -> trace.getFileName().toString().replaceFirst(".*-hot-keys", "")))
                    .containsExactlyInAnyOrder("-1.jsonl.zst", "-1-2.jsonl.zst", "-1-3.jsonl.zst");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h2                        | h2",
                "mariadb:11.4.5            | mariadb:11.4.5",
                "docker:postgres:17        | docker:postgres:17",
                "--jdbc-url jdbc:h2:mem:   | a database behind a URL",
            })
    void stallNeedsAProcessPerSession(String database, String named) {
        Outcome outcome = run((database + " --faults pause,stall").split(" "));
        assertThat(outcome.err())
                .isEqualTo("bateleur: --faults stall stops the process of a single session, which " + named
                        + " does not let us do; a PostgreSQL that Bateleur starts does: "
                        + "bateleur run postgres --faults stall\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void sessionsOfPostgresAreStalled() {
        Outcome outcome =
                run(("postgres:18.6 --isolation repeatable-read --workload list-append --sessions 4 --time 5s "
                                + "--faults stall,disconnect")
                        .split(" "));
        assumeFalse(outcome.err().contains("could not fetch"), "the database cannot be fetched here");
        assertThat(outcome.err()).containsPattern("bateleur: [1-9]\\d* stalls, [1-9]\\d* faults\n");
        assertThat(outcome.out()).contains("at REPEATABLE READ: promise kept").contains("snapshot-isolation  holds");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rocksdb --set foo=bar   | no setting foo; there are sync=",
                "je --set sync=perhaps   | sync is true or false, not perhaps",
                "sqlite --set foo=bar    | sqlite has no setting foo",
                "hsqldb --set tx=foo     | hsqldb has no tx=foo",
                "derby --set foo=bar     | derby has no setting foo",
                "docker:redis:7          | there is no image 'redis' that we know how to start",
            })
    void settingsThatWouldBeIgnoredAreRefused(String line, String message) {
        Outcome outcome = run(line.split(" "));
        assertThat(outcome.err()).contains("bateleur: " + message).doesNotContain("running");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
    }

    @Test
    void aPlaceThatCannotBeWrittenIsToldBeforeAnythingStarts() {
        Path nowhere = folder.resolve("nowhere/t");
        Outcome trace = Outcome.of("run", "h2", "--trace", nowhere.toString());
        assertThat(trace.err()).startsWith("bateleur: cannot write " + nowhere + ": there is no folder");
        assertThat(trace.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        Outcome matrix = Outcome.of("run", "--matrix", "h2", "--matrix-out", nowhere.toString());
        assertThat(matrix.err()).startsWith("bateleur: cannot write " + nowhere + ": there is no folder");
    }

    @Test
    void aTraceThatDoesNotOpenIsToldWithTheReason() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("taken.jsonl"));
        Outcome outcome = Outcome.ofRun(taken, "h2", "--transactions", "5");
        assertThat(outcome.err()).isEqualTo("bateleur: cannot write " + taken + ": it is a directory\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    }

    /** Root may write where permissions forbid it, but not even root makes files in /proc. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run postgres --trace /proc/t",
                "run postgres --report /proc/t",
                "run --matrix --matrix-out /proc/t",
                "check no.mini --junit /proc/t",
                "gen -o /proc/t.jsonl",
                "convert no.mini /proc/t.jsonl",
                "solve no.cnf --proof /proc/t",
                "bench check --plot /proc/t",
            })
    @EnabledOnOs(OS.LINUX)
    void aFolderThatTakesNoFilesIsToldBeforeAnythingStarts(String line) {
        Outcome outcome = Outcome.of(line.split(" "));
        assertThat(outcome.err())
                .startsWith("bateleur: cannot write /proc/t")
                .contains(": no file can be made in /proc (");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
    }

    /** At this level HSQLDB prints {@code latch count 3} and the like, which nobody must find among the verdicts. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void standardOutputIsJsonAndNothingElse() throws Exception {
        Outcome outcome = child(
                "",
                "run hsqldb --json --isolation serializable --transactions 500 --sessions 8 --stuck 5s --trace t.jsonl");
        // Its sessions may also deadlock unnoticed: docs/findings/hsqldb-hang.md.
        boolean hung = outcome.err().contains("no call has been answered for 5.0 s");
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(hung ? ExitCodes.UNAVAILABLE : ExitCodes.OK);
        assertThat(outcome.out()).contains("\"file\":\"t.jsonl\"", "\"level\":\"serializable\"");
        assertThat(objects(outcome.out())).isEqualTo(1);
    }

    /** What a full disk is to an engine, a limit on the size of files is too. */
    @ParameterizedTest
    @ValueSource(strings = {"rocksdb", "lmdb"})
    @DisabledOnOs(OS.WINDOWS)
    void anEngineThatCannotWriteItsFilesIsNoBugOfOursAndLeavesNoTrace(String engine) throws Exception {
        Path before = Files.writeString(folder.resolve("t.jsonl"), "the trace of another run");
        for (String trace : List.of(" --trace t.jsonl", " --trace u.jsonl")) {
            Outcome outcome = child("ulimit -f 128; ", "run " + engine + " --transactions 5" + trace);
            assertThat(outcome.err()).contains("the engine does not open: ", "is the disk full?");
            assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
        }
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(before);
        }
        assertThat(before).hasContent("the trace of another run");
    }

    /** How many JSON objects a text consists of; fails where there is anything else. */
    private static int objects(String text) throws IOException {
        int objects = 0;
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            while (parser.nextToken() != null) {
                assertThat(parser.currentToken()).isEqualTo(JsonToken.START_OBJECT);
                parser.skipChildren();
                assertThat(parser.currentToken()).as("the end of %s", text).isEqualTo(JsonToken.END_OBJECT);
                objects++;
            }
        }
        return objects;
    }

    /** A process of its own in the folder; skips a test whose database is not to be had. */
    private Outcome child(String before, String arguments) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Outcome outcome = Outcome.ofShell(
                folder, Map.of("CLASSPATH", classPath), before + java + " " + Main.class.getName() + " " + arguments);
        assumeFalse(outcome.err().contains("could not fetch"), "the database cannot be fetched here");
        return outcome;
    }

    @Test
    void aMatrixOfNothingIsNoSuccess() {
        Outcome outcome = Outcome.of("run", "--matrix", "nosuchdb", "--transactions", "5");
        assertThat(outcome.err()).contains("nosuchdb is left out", "no database could be run");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
    }

    @Test
    void theMatrixHasARowForEachLevel() throws IOException {
        Path markdown = folder.resolve("m.md");
        Outcome outcome = Outcome.of(
                "run",
                "sqlite",
                "hsqldb tx=mvcc",
                "--matrix",
                "--transactions",
                "200",
                "--matrix-out",
                markdown.toString());
        assumeFalse(outcome.err().contains("could not fetch"), "the databases cannot be fetched here");
        assertThat(outcome.err()).as("its traces are deleted").doesNotContain("recorded in", "trace.jsonl");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
        assertThat(outcome.out().lines().count()).isEqualTo(4);
        assertThat(Files.readAllLines(markdown))
                .filteredOn(line -> line.startsWith("|"))
                .hasSize(5)
                .anyMatch(line -> line.contains("| serializable | serializable | holds | serializable | - |"));
    }

    @Test
    void everythingIsListed() {
        assertThat(Outcome.of("list", "databases").out()).contains("18.6", "mariadb", "h2:", "rocksdb:", "oracle-free");
        assertThat(Outcome.of("list", "levels").out())
                .contains("repeatable-read   snapshot-isolation")
                .contains("  lmdb\n    serializable      serializable   (its default)\n    source: lmdb.h")
                .contains("    source: RocksDB, utilities/transaction.h, GetForUpdate");
        assertThat(Outcome.of("list", "workloads").out()).contains("list-append", "tpcc");
        assertThat(Outcome.of("list")).isEqualTo(Outcome.of("list", "databases"));
        Outcome unknown = Outcome.of("list", "foo");
        assertThat(unknown.err()).contains("expected one of [databases, levels, profiles, workloads]", "'foo'");
        assertThat(unknown.exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void ctrlCChecksWhatWasRecordedAndLeavesNothing() throws Exception {
        Set<String> before = temporary();
        Process process = running();
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("out")).content().containsPattern("promised +serializable  holds");
        assertThat(folder.resolve("err")).content().contains("interrupted; what was recorded until then is checked");
        assertThat(process.exitValue()).isEqualTo(ExitCodes.OK);
        assertThat(temporary()).isEqualTo(before);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aKilledProcessLeavesATraceThatCanBeReadAndNothingElse() throws Exception {
        Set<String> before = temporary();
        Process process = running();
        process.destroyForcibly().waitFor();
        for (int i = 0; i < 600 && !temporary().equals(before); i++) {
            Thread.sleep(100);
        }
        assertThat(temporary()).isEqualTo(before);
        Outcome checked = Outcome.of("check", folder.resolve("t.jsonl.zst").toString(), "--level", "serializable");
        assertThat(checked.out()).contains("serializable holds");
    }

    /** A run of which something is in the trace's file. */
    private Process running() throws IOException, InterruptedException {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder.resolve("tmp"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "run",
                        "sqlite",
                        "--time",
                        "60s",
                        "--trace",
                        folder.resolve("t.jsonl.zst").toString()))
                .redirectError(err.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        started = process;
        Path trace = folder.resolve("t.jsonl.zst");
        while (process.isAlive() && !(Files.exists(trace) && Files.size(trace) > SOME_BYTES)) {
            Thread.sleep(20); // the run ends by itself in any case
        }
        assumeFalse(Files.readString(err).contains("could not fetch"), "the database cannot be fetched here");
        assertThat(process.isAlive()).as(Files.readString(err)).isTrue();
        return process;
    }

    /** What there is where the run keeps what is temporary: its own files, and libraries that others unpack. */
    private Set<String> temporary() throws IOException {
        try (var all = Files.list(Files.createDirectories(folder.resolve("tmp")))) {
            return Set.copyOf(all.map(path -> path.getFileName().toString())
                    .filter(name -> !name.startsWith("hsperfdata"))
                    .toList());
        }
    }
}
