package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
    @TempDir
    Path folder;

    @Test
    void theTraceBenchmarkRuns() {
        Outcome outcome = Outcome.of("bench", "trace", "--txns", "1000", "--runs", "1");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("| read t.jsonl, run 1 |").contains("Read back equal: true.");
        assertThat(Outcome.of("bench").exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void theLiftBenchmarkRuns() {
        Outcome outcome = Outcome.of("bench", "lift", "--statements", "2000", "--customers", "20", "--runs", "1");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("| lift the whole trace, run 1 |")
                .contains("lifted 100.0 %")
                .contains("| median |");
        assertThat(Outcome.of("bench", "lift", "--statements", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void everyRowOfTheCheckBenchmarkHolds() throws Exception {
        Outcome outcome = Outcome.of(
                "bench",
                "check",
                "--scale",
                "0.002",
                "--runs",
                "1",
                "--only",
                "lists,general",
                "--dir",
                folder.toString());
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> rows =
                outcome.out().lines().filter(line -> line.startsWith("| r")).toList();
        assertThat(rows)
                .hasSize(4)
                .allMatch(row -> row.matches("\\| random-[a-z]+ \\| 20 \\| 10 \\| [a-z-]+ \\| holds "
                        + "\\| [0-9.]+ \\| [0-9.]+ \\| [0-9-]+ \\| 2048 \\| - \\| - \\|"));
        assertThat(outcome.out()).contains("| list-append, with times | 200 | 10 | strict-serializable | holds |");
        assertThat(outcome.out()).contains("a try at scale 0.002");
        try (Stream<Path> kept = Files.list(folder)) {
            assertThat(kept).hasSize(5);
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThat(Outcome.of("bench", "check", "--only", "mian"))
                .isEqualTo(new Outcome(
                        ExitCodes.USAGE,
                        "",
                        "bateleur: unknown table 'mian', expected one of main, hard, axiomatic, lists, general, violating,"
                                + " growth, ablation\n"));
        assertThat(Outcome.of("bench", "check", "--runs", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(Outcome.of("bench", "check", "--scale", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(Outcome.of("bench", "check", "--only", "main", "--plot", "x.svg")
                        .exitCode())
                .isEqualTo(ExitCodes.USAGE);
    }

    /** Neither the temporary directory nor the process that was being measured. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void anInterruptLeavesNothingBehind() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String command = java + " -Djava.io.tmpdir=" + folder + " -cp " + classPath + " " + Main.class.getName()
                + " bench check --only main --runs 1000 --scale 0.002";
        Outcome outcome = Outcome.ofShell(
                folder, Map.of(), command + " & until ls */out; do sleep 0.05; done; kill -TERM $!; wait $!");
        assertThat(outcome.exitCode()).isEqualTo(128 + 15);
        assertThat(outcome.err()).doesNotContain("Exception").doesNotContain("expected");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains(folder.toString())))
                .isEmpty();
    }
}
