package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.ChildProcesses;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.StreamSink;
import io.bateleur.recorder.TraceHeader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Programs and machines that do what nobody should. */
@Timeout(120)
class RoughUseTest {
    @RegisterExtension
    final ChildProcesses processes = new ChildProcesses();

    @TempDir
    Path directory;

    private Process start(String limit, Path trace, int inserts) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String url = "jdbc:bateleur:h2:mem:unclosed;bateleur.trace=" + trace;
        ProcessBuilder builder = new ProcessBuilder(
                "sh",
                "-c",
                limit + "exec \"$@\"",
                "sh",
                java,
                "-XX:-UsePerfData",
                Unclosed.class.getName(),
                url,
                "" + inserts);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return processes.start(builder.redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aProgramThatClosesNothingLeavesAWholeTrace() throws Exception {
        Path trace = directory.resolve("t.jsonl");
        Process process = start("", trace, 1);
        assertThat(process.inputReader().readLine()).isEqualTo("true");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        History history = Traces.read(trace).history();
        assertThat(Recording.lines(history, "c1"))
                .containsExactly(
                        "CREATE TABLE t (k INT PRIMARY KEY) -> 0: committed",
                        "INSERT INTO t VALUES (1) -> 1: committed",
                        "INSERT INTO t VALUES (-2) -> 1: committed",
                        "INSERT INTO t VALUES (-3) -> 1; SELECT k FROM t -> [[-3]]...: unknown");
    }

    /** A file that may not grow beyond some kilobytes, which is how a full disk looks. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFullDiskDoesNotReachTheApplication() throws Exception {
        Path trace = directory.resolve("t.jsonl");
        Process process = start("ulimit -f 64; ", trace, 20000);
        assertThat(process.inputReader().readLine()).isEqualTo("true");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        History history = Traces.read(trace).history();
        assertThat(history.transactionCount()).isBetween(10, 10000);
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        Path trace = directory.resolve("nowhere").resolve("t.jsonl");
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:bateleur:h2:mem:x;bateleur.trace=" + trace))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("nowhere")
                .hasMessageContaining("bateleur.trace");
    }

    @Test
    void aMisspeltPropertyIsNoticed() {
        assertThat(DriverUrl.misspelt()).isEmpty();
        for (String wrong : new String[] {"bateleur.tarce", "bateleur.Trace", "bateleur.session"}) {
            System.setProperty(wrong, "x");
            try {
                assertThat(DriverUrl.misspelt().orElseThrow()).contains(wrong);
            } finally {
                System.clearProperty(wrong);
            }
        }
    }

    /** It cannot even be told, which ends the thread that writes. */
    private static final class Unspeakable extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new OutOfMemoryError("while it was told");
        }
    }

    @Test
    void aWriterThatDiesHoldsUpNobody() throws Exception {
        OutputStream deadly = new OutputStream() {
            private int bytes;

            @Override
            public void write(int b) {
                if (++bytes > 1000) {
                    throw new Unspeakable();
                }
            }
        };
        Recorder recorder = new Recorder(
                new StreamSink(deadly), new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.brief());
        JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
        try (Connection connection = recording.connection(DriverManager.getConnection("jdbc:h2:mem:"), Value.of("s"))) {
            for (int i = 0; i < 2000; i++) {
                say(connection, "SELECT " + i);
            }
        }
        recorder.flush();
        assertThat(recorder.dropped()).isPositive();
        recorder.close();
    }

    @Test
    void anInterruptIsTheApplications() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        try (Connection connection = recording.connect("jdbc:h2:mem:", "s")) {
            say(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
            connection.setAutoCommit(false);
            say(connection, "INSERT INTO t VALUES (1)");
            Thread.currentThread().interrupt();
            connection.commit();
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(Recording.lines(recording.history(), "s"))
                .last()
                .isEqualTo("INSERT INTO t VALUES (1) -> 1: committed");
    }
}
