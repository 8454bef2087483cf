package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Histories;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Summary;
import io.bateleur.core.trace.nativ.NativeWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads broken traces: whatever is done to a file of any format, reading it ends in a history, which then survives a round
 * trip, or in an error with a place. A failure prints the seed that makes it again.
 */
class ReaderFuzzTest {
    private static final int INPUTS_PER_FORMAT = 12_000;
    private static final int DIRECTORIES_PER_FORMAT = 3_000;
    private static final int SAMPLES = 40;

    @TempDir
    Path directory;

    static List<TraceFormat> formats() {
        return Formats.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formats")
    void brokenTracesAreReadOrRefusedWithAPlace(TraceFormat format) {
        assertTimeoutPreemptively(Duration.ofMinutes(5), () -> run(format, 1));
    }

    @Tag("soak")
    @ParameterizedTest(name = "{0}")
    @MethodSource("formats")
    void manyMoreBrokenTraces(TraceFormat format) throws IOException {
        run(format, 20);
    }

    @Test
    void realTracesBroken() throws IOException {
        Path cases = Cases.directory();
        List<Path> files;
        try (Stream<Path> all = Files.walk(cases)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file ->
                            file.toFile().length() < 6_000 && !file.toString().endsWith(".tsv"))
                    .filter(file -> !file.toString().contains("sql-schedules")
                            && !file.toString().contains("linearizable"))
                    .sorted()
                    .toList();
        }
        int read = 0;
        for (int i = 0; i < files.size(); i++) {
            byte[] bytes = Files.readAllBytes(files.get(i));
            for (long seed = 0; seed < 40; seed++) {
                SplittableRandom random = new SplittableRandom(seed * 31 + i);
                byte[] broken = BrokenBytes.of(bytes, random);
                String replay = files.get(i) + ", seed " + seed;
                read += attempt(Source.of("fuzz", broken), null, replay) ? 1 : 0;
            }
        }
        assertThat(read).isPositive();
    }

    private void run(TraceFormat format, int times) throws IOException {
        List<byte[]> samples = new ArrayList<>();
        List<Path> directories = new ArrayList<>();
        for (long seed = 0; seed < SAMPLES; seed++) {
            Path path = directory.resolve(format.name() + seed);
            writeFitting(format, seed, path);
            if (Files.isDirectory(path)) {
                directories.add(path);
            } else {
                samples.add(Files.readAllBytes(path));
            }
        }
        int histories = 0;
        int inputs = times * (directories.isEmpty() ? INPUTS_PER_FORMAT : DIRECTORIES_PER_FORMAT);
        for (long seed = 0; seed < inputs; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int sample = random.nextInt(SAMPLES);
            Source source = directories.isEmpty()
                    ? Source.of("fuzz", BrokenBytes.of(samples.get(sample), random))
                    : Source.of(brokenDirectory(directories.get(sample), random));
            boolean recognise = random.nextInt(8) == 0;
            String replay = "format " + format.name() + ", seed " + seed;
            histories += attempt(source, recognise ? null : format, replay) ? 1 : 0;
        }
        // Mutations that never leave a legal trace would test nothing but the first error.
        assertThat(histories).as("histories among %d inputs", inputs).isGreaterThan(inputs / 100);
    }

    /** Writes the first history that the format takes. */
    private static void writeFitting(TraceFormat format, long seed, Path path) throws IOException {
        List<History> candidates = List.of(
                Histories.random(seed),
                Histories.registers(seed, true),
                Histories.registers(seed, false),
                Histories.lists(seed),
                Histories.rows(seed));
        for (History history : candidates) {
            try {
                if (history.transactionCount() > 0) {
                    Traces.write(history, path, format);
                    return;
                }
            } catch (CannotExpressException e) {
                // The next one may fit.
            }
        }
        throw new AssertionError("no history fits the format " + format.name());
    }

    /** Whether a history came out. */
    private static boolean attempt(Source source, @org.jspecify.annotations.Nullable TraceFormat format, String replay)
            throws IOException {
        History history;
        try (source) {
            history = Traces.read(source, format).history();
        } catch (BadInputException e) {
            assertThat(e.place().toString()).as(replay).isNotEmpty();
            assertThat(e.problem()).as(replay).isNotBlank().doesNotContain("Exception");
            return false;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(replay, e);
        }
        Summary.of(history);
        AsgBuilder.build(history, OwnWrites.MUST);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NativeWriter.write(history, out);
        History again = Traces.read(Source.of("again", out.toByteArray()), Formats.NATIVE)
                .history();
        assertThat(history.differenceFrom(again)).as(replay).isEmpty();
        return true;
    }

    private Path brokenDirectory(Path original, SplittableRandom random) throws IOException {
        Path copy = directory.resolve("broken");
        if (Files.isDirectory(copy)) {
            try (Stream<Path> files = Files.list(copy)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(copy);
        try (Stream<Path> files = Files.list(original)) {
            List<Path> sorted = files.sorted().toList();
            int victim = random.nextInt(sorted.size());
            for (int i = 0; i < sorted.size(); i++) {
                byte[] bytes = Files.readAllBytes(sorted.get(i));
                Path target = copy.resolve(Objects.requireNonNull(sorted.get(i).getFileName()));
                Files.write(target, i == victim ? BrokenBytes.of(bytes, random) : bytes);
            }
        }
        return copy;
    }
}
