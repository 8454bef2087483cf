package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** From a real database to a verdict, through the command line. */
class RunTest {
    @TempDir
    Path folder;

    private Outcome run(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "run";
        System.arraycopy(args, 0, all, 1, args.length);
        all[args.length + 1] = "--trace";
        all[args.length + 2] = folder.resolve("t.jsonl.zst").toString();
        Outcome outcome = Outcome.of(all);
        assumeFalse(outcome.err().contains("mvn could not fetch"), "the database cannot be fetched here");
        return outcome;
    }

    @Test
    void theVerdictIsAboutThePromise() {
        Path report = folder.resolve("r.html");
        Outcome outcome = run("h2", "--transactions", "2000", "--sessions", "8", "--report", report.toString());
        assertThat(outcome.err())
                .contains("asking for READ COMMITTED, for which its makers promise read-committed")
                .contains("recorded in ");
        assertThat(outcome.out())
                .contains("read-committed, which is promised: holds")
                .contains("snapshot-isolation, beyond the promise: violated")
                .contains("serializable, beyond the promise: violated");
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
        assertThat(locks.err()).contains("duckdb:1.5.6.0 has no reads that lock: leave out --locks");
        assertThat(locks.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run("sqllite").err()).contains("did you mean sqlite?");
        Outcome unknown = run("oracle");
        assertThat(unknown.exitCode()).isEqualTo(ExitCodes.UNAVAILABLE);
        assertThat(unknown.err()).contains("there is no database 'oracle' to start");
    }

    @Test
    void theMatrixHasARowForEachLevel() throws IOException {
        Path markdown = folder.resolve("m.md");
        Outcome outcome = run(
                "sqlite", "hsqldb tx=mvcc", "--matrix", "--transactions", "200", "--matrix-out", markdown.toString());
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
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void ctrlCChecksWhatWasRecordedAndLeavesNothing() throws Exception {
        Set<String> before = temporaryFolders();
        Process process = running();
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("out")).content().contains("serializable, which is promised: holds");
        assertThat(process.exitValue()).isEqualTo(ExitCodes.OK);
        assertThat(temporaryFolders()).isEqualTo(before);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aKilledProcessLeavesATraceThatCanBeReadAndNothingElse() throws Exception {
        Set<String> before = temporaryFolders();
        Process process = running();
        process.destroyForcibly().waitFor();
        for (int i = 0; i < 100 && !temporaryFolders().equals(before); i++) {
            Thread.sleep(100);
        }
        assertThat(temporaryFolders()).isEqualTo(before);
        Outcome checked = Outcome.of("check", folder.resolve("t.jsonl").toString(), "--level", "serializable");
        assertThat(checked.out()).contains("serializable holds");
    }

    /** A run that has been going on for a second. */
    private Process running() throws IOException, InterruptedException {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "run",
                        "sqlite",
                        "--time",
                        "60s",
                        "--trace",
                        folder.resolve("t.jsonl").toString()))
                .redirectError(err.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        for (int i = 0; i < 600 && !Files.readString(err).contains("Ctrl-C ends it") && process.isAlive(); i++) {
            Thread.sleep(100);
        }
        assumeFalse(Files.readString(err).contains("could not fetch"), "the database cannot be fetched here");
        Thread.sleep(1000);
        return process;
    }

    private static Set<String> temporaryFolders() throws IOException {
        try (var all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return Set.copyOf(all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("bateleur-sqlite"))
                    .toList());
        }
    }
}
