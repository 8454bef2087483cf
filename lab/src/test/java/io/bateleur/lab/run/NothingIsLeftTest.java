package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bateleur.core.trace.Traces;
import io.bateleur.lab.server.Artifacts;
import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Coordinates;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.EmbeddedEngine;
import io.bateleur.lab.store.EmbeddedEngines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run on an engine inside the program leaves its trace, and neither files nor processes, however it ends. */
@EnabledOnOs(OS.LINUX)
class NothingIsLeftTest {
    /** What the guardian has for a directory, and a slow machine. */
    private static final int LIMIT_SECONDS = 20;

    @TempDir
    Path folder;

    private Path temporary;
    private Path work;
    private Path home;
    private Path trace;
    private @Nullable Process started;

    @BeforeEach
    void makePlaces() throws IOException {
        temporary = Files.createDirectory(folder.resolve("temporary"));
        work = Files.createDirectory(folder.resolve("work"));
        home = Files.createDirectory(folder.resolve("home"));
        trace = work.resolve("trace.jsonl.zst");
    }

    /** Where a test failed, what it looked at may still run. */
    @AfterEach
    void endWhatRuns() {
        if (started != null) {
            started.destroyForcibly();
        }
    }

    static List<String> everyEngine() throws ServerException {
        List<String> all = new ArrayList<>(Databases.inside());
        all.add("sqlite:3.31.1");
        all.add("duckdb:1.1.3"); // cannot be told where to unpack
        return all;
    }

    @ParameterizedTest
    @MethodSource("everyEngine")
    void afterAKill(String spec) throws Exception {
        Process process = start(spec, UnattendedRun.End.SIGNAL);
        assertThat(files(temporary))
                .as("else it would be looked at in the wrong place")
                .isNotEmpty();
        assertThat(processes()).as("it, and at least one guardian").hasSizeGreaterThan(1);
        process.destroyForcibly().waitFor();
        assertNothingIsLeft();
        assertThat(Traces.read(trace).history().transactionCount()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"INT, derby", "INT, duckdb", "TERM, sqlite", "INT, rocksdb", "TERM, lmdb"})
    void afterASignal(String signal, String spec) throws Exception {
        assumeTrue(!signal.equals("INT") || isInterruptHeard(), "this build was started with SIGINT ignored");
        Process process = start(spec, UnattendedRun.End.SIGNAL);
        new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + process.pid())
                .start()
                .waitFor();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertNothingIsLeft();
    }

    /** What shells run in the background often is not, and hands that on to all that it starts. */
    private static boolean isInterruptHeard() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return true;
        }
        String ignored = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).trim())
                .findFirst()
                .orElse("0");
        return (Long.parseUnsignedLong(ignored, 16) & 1 << 1) == 0; // it is the second signal
    }

    @ParameterizedTest
    @CsvSource({"SUCCESS, duckdb", "SUCCESS, je", "FAILURE, duckdb", "FAILURE, hsqldb", "FAILURE, rocksdb-optimistic"})
    void afterItsEnd(UnattendedRun.End end, String spec) throws Exception {
        Process process = start(spec, end);
        assertThat(process.waitFor(3 * LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(files(temporary))
                .as("when it has ended, and not moments later")
                .isEmpty();
        assertThat(process.exitValue()).isEqualTo(end == UnattendedRun.End.SUCCESS ? 0 : 1);
        assertNothingIsLeft();
    }

    @Test
    void afterAKillDuringTheStart() throws Exception {
        fetch("duckdb");
        for (int millis = 100; millis < 1500; millis += 200) {
            Process process = launch("duckdb", UnattendedRun.End.SIGNAL);
            Thread.sleep(millis);
            process.destroyForcibly().waitFor();
            assertNothingIsLeft();
        }
    }

    /** One that has committed something. */
    private Process start(String spec, UnattendedRun.End end) throws Exception {
        fetch(spec);
        Process process = launch(spec, end);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(3 * LIMIT_SECONDS);
        while (!said("out").contains("running") && process.isAlive() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(said("out")).as(said("err")).contains("running");
        return process;
    }

    private String said(String stream) throws IOException {
        return Files.readString(folder.resolve(stream));
    }

    private Process launch(String spec, UnattendedRun.End end) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + temporary,
                        "-Duser.home=" + home,
                        "-Dbateleur.cache=" + Cache.standard().root(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        UnattendedRun.class.getName(),
                        spec,
                        end.name(),
                        trace.toString())
                .directory(work.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("TMPDIR", temporary.toString());
        builder.environment().put("HOME", home.toString());
        started = builder.start();
        return started;
    }

    /** With our own home, where Maven has its settings. */
    private static void fetch(String spec) throws ServerException {
        String name = spec.split(":")[0];
        Optional<String> version = Stream.of(spec.split(":")).skip(1).findFirst();
        Optional<EmbeddedEngine> engine = EmbeddedEngines.of(name);
        Coordinates coordinates = engine.isPresent()
                ? Coordinates.parse(engine.get().coordinates() + ":"
                        + version.orElse(engine.get().version()))
                : version.isPresent() ? Drivers.standard(name, version.get()) : Drivers.standard(name);
        try {
            new Artifacts(Cache.standard(), line -> {}).withDependencies(List.of(coordinates));
        } catch (ServerException e) {
            abort("no " + spec + " here: " + e.problem());
        }
    }

    private void assertNothingIsLeft() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!(files(temporary).isEmpty() && processes().isEmpty()) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(files(temporary)).as("temporary files").isEmpty();
        assertThat(processes()).as("processes").isEmpty();
        assertThat(files(home)).as("in the user's home").isEmpty();
        assertThat(files(work)).as("where it was started").isSubsetOf(List.of(trace));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    /** Those that have to do with the run: the program itself, and guardians, which are told a directory. */
    private List<String> processes() {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(temporary.toString()))
                .toList();
    }
}
