package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.bateleur.core.model.Histories;
import io.bateleur.core.trace.nativ.NativeWriter;
import io.bateleur.core.trace.nativ.TracePart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class FollowingTest {
    private static final Duration POLL = Duration.ofMillis(2);
    private static final String HEADER = "{\"bateleur\":2}\n";
    private static final String BEGIN = "{\"e\":\"begin\",\"t\":1,\"s\":0,\"at\":[1,2]}\n";

    @TempDir
    Path directory;

    private final AtomicBoolean finished = new AtomicBoolean();
    private final Following untilFinished = new Following(POLL, idle -> finished.get());
    private final Transcript transcript = new Transcript();

    @ParameterizedTest
    @ValueSource(strings = {"t.jsonl", "t.jsonl.gz", "t.jsonl.zst"})
    void eventsArriveWhileTheFileGrows(String name) throws Exception {
        Path file = directory.resolve(name);
        CompletableFuture<Notes> reading = follow(file, untilFinished);
        append(file, HEADER + BEGIN);
        awaitLines(3);
        append(file, "{\"e\":\"put\",\"t\":1,\"k\":\"x\",\"v\":5}\n{\"e\":\"plan\",\"a\":{\"b\":\"é\"}}\n");
        awaitLines(5);
        append(file, "{\"e\":\"punctuation\",\"before\":7}\n{\"e\":\"comm");
        awaitLines(6);
        append(file, "it\",\"t\":1}\n");
        awaitLines(7);
        finished.set(true);
        assertThat(reading.get(60, TimeUnit.SECONDS).warnings()).isEmpty();
        assertThat(transcript.lines).isEqualTo(read(file).lines);
    }

    /** Whatever the cuts between writes, the reader makes of it what it makes of the whole file. */
    @ParameterizedTest
    @ValueSource(strings = {"t.jsonl", "t.jsonl.gz", "t.jsonl.zst"})
    void aSlowWriterMayCutAnywhere(String name) throws Exception {
        for (long seed = 0; seed < 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path file = directory.resolve(seed + name);
            byte[] bytes = pieces(name, written(seed), random);
            Transcript here = new Transcript();
            finished.set(false);
            CompletableFuture<Notes> reading = follow(file, untilFinished, here);
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + random.nextInt(1, 1 + Math.max(2, bytes.length / 20)));
                write(file, Arrays.copyOfRange(bytes, from, to));
                Thread.sleep(random.nextInt(4));
                from = to;
            }
            finished.set(true);
            Notes notes = reading.get(60, TimeUnit.SECONDS);
            assertThat(here.lines).as("seed %d", seed).isEqualTo(read(file).lines);
            assertThat(notes.warnings()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.jsonl", "app.jsonl.gz", "app.jsonl.zst"})
    void goesOnWithTheNextPartOfTheSameRun(String name) throws Exception {
        Path first = directory.resolve(name);
        append(TracePart.file(first, 2), part("older", 2, 5) + BEGIN);
        CompletableFuture<Notes> reading = follow(first, untilFinished);
        append(first, part("r", 0, 0) + BEGIN);
        awaitLines(3);
        append(TracePart.file(first, 1), "");
        append(first, "{\"e\":\"put\",\"t\":1,\"k\":\"x\",\"v\":5}\n{\"e\":\"com");
        awaitLines(4);
        append(TracePart.file(first, 1), part("r", 1, 1) + "{\"e\":\"put\",\"t\":1,\"k\":\"x\",\"v\":5}\n");
        awaitLines(5);
        append(TracePart.file(first, 1), "{\"e\":\"commit\",\"t\":1}\n");
        awaitLines(6);
        Files.delete(TracePart.file(first, 2));
        append(TracePart.file(first, 3), part("r", 3, 5) + "{\"e\":\"session\",\"s\":7}\n");
        awaitLines(9);
        finished.set(true);
        assertThat(reading.get(60, TimeUnit.SECONDS).warnings())
                .containsExactly("2 events before part 3 of the trace are not here");
        assertThat(transcript.lines)
                .contains("1 PUT x 5 0 @", "1 committed null @", "gap 2", "session 7", "about dropped 2");
        assertThat(transcript.lines.stream().filter(line -> line.contains("PUT")))
                .hasSize(1);
    }

    @Test
    void endsWhereNothingHasComeForAWhile() throws Exception {
        Path file = directory.resolve("t.jsonl");
        append(file, HEADER + BEGIN + "{\"e\":\"put\",\"t\":1,\"k");
        Following following = new Following(POLL, Following.EndRule.idle(Duration.ofMillis(50)));
        Notes notes = Traces.follow(file, following, transcript);
        assertThat(transcript.lines).isEqualTo(read(file).lines);
        assertThat(notes.warnings())
                .containsExactly("the trace breaks off in line 3: 1 event was dropped; "
                        + "this transaction has no ending and became UNKNOWN: 1");
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        Path file = directory.resolve("t.jsonl");
        append(file, HEADER + BEGIN);
        Thread.currentThread().interrupt();
        Traces.follow(file, untilFinished, transcript);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(transcript.lines).hasSize(3);
    }

    @Test
    void saysWhatCannotBeFollowed() throws Exception {
        finished.set(true);
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> Traces.follow(missing, untilFinished, transcript))
                .hasMessage(missing + ": there is no such file");
        Path mini = Files.writeString(directory.resolve("t.mini"), "T1: w(x,1) c\n");
        assertThatThrownBy(() -> Traces.follow(mini, untilFinished, transcript))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(mini + ":1:1: no header of Bateleur's own format");
        Path empty = Files.createFile(directory.resolve("empty"));
        assertThatThrownBy(() -> Traces.follow(empty, untilFinished, transcript))
                .hasMessage(empty + ": an empty file, where a trace was expected");
    }

    @Test
    void aFileThatIsWrittenAnewIsRefused() throws Exception {
        Path file = directory.resolve("t.jsonl");
        append(file, HEADER + BEGIN);
        CompletableFuture<Notes> reading = follow(file, untilFinished);
        awaitLines(3);
        Files.writeString(file, HEADER);
        assertThatThrownBy(() -> reading.get(60, TimeUnit.SECONDS))
                .hasStackTraceContaining("the file became shorter while it was read");
    }

    private CompletableFuture<Notes> follow(Path file, Following following) {
        return follow(file, following, transcript);
    }

    private static CompletableFuture<Notes> follow(Path file, Following following, Transcript transcript) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Traces.follow(file, following, transcript);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void awaitLines(int count) throws InterruptedException {
        for (int i = 0; i < 30_000 && transcript.lines.size() < count; i++) {
            Thread.sleep(1);
        }
        assertThat(transcript.lines).hasSizeGreaterThanOrEqualTo(count);
    }

    private static Transcript read(Path file) throws IOException {
        Transcript transcript = new Transcript();
        try (Source source = Source.of(file)) {
            Traces.read(source, Formats.NATIVE, transcript);
        }
        return transcript;
    }

    private static String part(String run, int number, int from) {
        return "{\"bateleur\":2,\"run\":\"%s\",\"part\":%d,\"from\":%d}\n".formatted(run, number, from);
    }

    private static String written(long seed) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NativeWriter.write(Histories.random(seed + 100), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Compressed pieces behind each other, cut anywhere in the text. */
    private static byte[] pieces(String name, String text, SplittableRandom random) throws IOException {
        byte[] whole = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int from = 0; from < whole.length; ) {
            int to = Math.min(whole.length, from + random.nextInt(1, 2 + whole.length / 3));
            all.writeBytes(compressed(name, Arrays.copyOfRange(whole, from, to)));
            from = to;
        }
        return all.toByteArray();
    }

    private static void append(Path file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(file, bytes.length == 0 ? bytes : compressed(String.valueOf(file.getFileName()), bytes));
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static byte[] compressed(String name, byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream stream = name.endsWith(".zst")
                ? new ZstdOutputStream(out)
                : name.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
            stream.write(bytes);
        }
        return out.toByteArray();
    }
}
