package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a trace when its program ends without a word, in a JVM of its own. */
@Timeout(120)
class ProcessEndTest {
    private static final long ONE_FILE = Long.MAX_VALUE;

    @RegisterExtension
    final ChildProcesses processes = new ChildProcesses();

    @TempDir
    Path directory;

    private Process start(Path file, long bytesMax, int transactions) throws IOException {
        Process process = processes.start(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Xmx128m",
                        Endless.class.getName(),
                        file.toString(),
                        Long.toString(bytesMax),
                        Integer.toString(transactions))
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        assertThat(process.inputReader().readLine()).isEqualTo("started");
        return process;
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.jsonl", "t.jsonl.gz", "t.jsonl.zst"})
    void aProgramThatEndsLeavesAWholeTrace(String name) throws Exception {
        Path file = directory.resolve(name);
        Process process = start(file, ONE_FILE, 500);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Trace trace = Traces.read(file);
        assertThat(trace.warnings()).isEmpty();
        assertThat(trace.history().transactionCount()).isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({
        "t.jsonl, 9223372036854775807",
        "t.jsonl.gz, 9223372036854775807",
        "t.jsonl.zst, 9223372036854775807",
        "t.jsonl, 3000000",
        "t.jsonl.zst, 300000"
    })
    void whatAKillLeavesIsReadable(String name, long bytesMax) throws Exception {
        Path file = directory.resolve(name);
        Process process = start(file, bytesMax, Integer.MAX_VALUE);
        while (sizeOf(directory) < 1_000_000 && process.isAlive()) {
            Thread.sleep(1);
        }
        process.destroyForcibly().waitFor(); // SIGKILL
        History history = Traces.read(file).history();
        assertThat(history.transactionCount()).isGreaterThan(1_000);
        assertThat(history.about()).doesNotContainKey(History.DROPPED);
        Level level = Level.of("serializable").orElseThrow();
        assertThat(new Checker().check(history, level, Budget.unlimited())).isInstanceOf(Verdict.Holds.class);
    }

    private static long sizeOf(Path directory) throws IOException {
        long size = 0;
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                size += Files.size(file);
            }
        }
        return size;
    }

    @Test
    void aProgramThatDidNothingLeavesAHeader() throws Exception {
        Path file = directory.resolve("t.jsonl");
        Process process = start(file, ONE_FILE, 0);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(1);
    }
}
