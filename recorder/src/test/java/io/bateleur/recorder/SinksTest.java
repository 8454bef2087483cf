package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.TracePart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SinksTest {
    @TempDir
    Path directory;

    private final MemoryClient.Data data = new MemoryClient.Data();

    private static TraceHeader header() {
        return new TraceHeader(InitialState.ABSENT, true, Map.of("engine", Value.of("memory")));
    }

    /** One transaction; {@code number} is what it writes. */
    private static void transact(KeyValueClient client, int number) {
        try {
            client.begin();
            client.get(Value.of(number % 7), false);
            client.put(Value.of(number % 5), Value.of(number));
            client.commit();
        } catch (CallFailedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Several sessions at once, so that transactions are open wherever a file ends. */
    private void drive(Recorder recorder, int transactions) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int s = 0; s < 4; s++) {
            KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s" + s));
            int first = s * transactions;
            threads.add(new Thread(() -> {
                for (int i = 0; i < transactions; i++) {
                    transact(client, first + i);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Gives everything to two sinks. */
    private record Both(TraceSink one, TraceSink other) implements TraceSink {
        @Override
        public void start(TraceHeader header) throws IOException {
            one.start(header);
            other.start(header);
        }

        @Override
        public void write(byte[] lines, int length) throws IOException {
            one.write(lines, length);
            other.write(lines, length);
        }

        @Override
        public void flush() throws IOException {
            one.flush();
            other.flush();
        }

        @Override
        public void close() throws IOException {
            one.close();
            other.close();
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.jsonl", "app.jsonl.gz", "app.jsonl.zst"})
    void filesThatRotateAreOneTraceTogether(String name) throws Exception {
        Path first = directory.resolve(name);
        MemorySink whole = new MemorySink();
        TraceSink sink = new Both(new FileSink(first, 20_000), whole);
        try (Recorder recorder = new Recorder(sink, header(), Patience.forEver())) {
            for (int i = 0; i < 10; i++) {
                drive(recorder, 200);
                recorder.flush(); // so that something compressed is on disk
            }
        }
        assertThat(files().size()).isGreaterThan(3);
        Trace trace = Traces.read(first);
        assertThat(trace.warnings()).isEmpty();
        assertThat(trace.history()).isEqualTo(whole.history());
        assertThat(trace.history().transactionCount()).isEqualTo(10 * 4 * 200);
        for (int part = 1; part < files().size(); part++) {
            aPartAloneSaysThatItIsNotAll(TracePart.file(first, part));
        }
    }

    private void aPartAloneSaysThatItIsNotAll(Path part) throws IOException {
        Path alone =
                Files.copy(part, Files.createTempDirectory(directory, "alone").resolve("t" + part.getFileName()));
        Trace trace = Traces.read(alone);
        assertThat(trace.warnings()).anyMatch(warning -> warning.contains("are not here"));
        assertThat(trace.history().about()).containsKey(History.DROPPED).containsKey("engine");
        assertThat(trace.history().transactionCount()).isPositive();
    }

    /** A trace that lacks something may leave a level undecided, but what was no violation does not become one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aPartThatIsMissingIsNoViolation(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Path first = directory.resolve("app.jsonl");
        try (Recorder recorder =
                new Recorder(new FileSink(first, 1_000 + random.nextInt(5_000)), header(), Patience.forEver())) {
            drive(recorder, 50);
        }
        List<Path> files = files();
        Path missing = TracePart.file(first, 1 + random.nextInt(files.size() - 2));
        Files.delete(missing);
        for (Path start : List.of(first, TracePart.file(first, files.size() - 1))) {
            History history = Traces.read(start).history();
            for (String level : List.of("read-committed", "snapshot-isolation", "strict-serializable")) {
                assertThat(new Checker().check(history, Level.of(level).orElseThrow(), Budget.unlimited()))
                        .as("%s without %s, seed %d", level, missing, seed)
                        .isInstanceOf(Verdict.Undecided.class);
            }
        }
    }

    private static void write(TraceSink sink, String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        sink.write(bytes, bytes.length);
    }

    @Test
    void aFileThatWasSettledGoesOn() throws Exception {
        for (String name : List.of("t.jsonl", "t.jsonl.gz", "t.jsonl.zst")) {
            Path file = directory.resolve(name);
            FileSink sink = new FileSink(file);
            sink.start(header());
            write(sink, "{\"e\":\"begin\",\"t\":1,\"s\":1}\n");
            sink.settle();
            assertThat(Traces.read(file).warnings()).hasSize(1).allMatch(text -> text.contains("UNKNOWN: 1"));
            write(sink, "{\"e\":\"commit\",\"t\":1}\n");
            sink.close();
            Trace trace = Traces.read(file);
            assertThat(trace.warnings()).isEmpty();
            assertThat(trace.history().transactionCount()).isEqualTo(1);
        }
    }

    @Test
    void memoryCanBeReadAtAnyTime() throws Exception {
        MemorySink sink = new MemorySink();
        Recorder recorder = new Recorder(sink, header(), Patience.brief());
        for (int i = 1; i <= 3; i++) {
            drive(recorder, 10);
            recorder.flush();
            assertThat(sink.history().transactionCount()).isEqualTo(i * 40);
        }
        recorder.about("learnt", Value.of("late"));
        recorder.close();
        assertThat(sink.history().about())
                .containsEntry("engine", Value.of("memory"))
                .containsEntry("learnt", Value.of("late"))
                .doesNotContainKey(History.DROPPED);
        recorder.flush(); // holds nobody up
    }

    @Test
    void whatIsLearntLateStandsInLaterHeaders() throws Exception {
        Path first = directory.resolve("app.jsonl");
        try (Recorder recorder = new Recorder(new FileSink(first, 2_000), header(), Patience.forEver())) {
            recorder.about("learnt", Value.of("late"));
            drive(recorder, 50);
        }
        assertThat(Files.readAllLines(first).get(0)).doesNotContain("learnt");
        assertThat(Files.readAllLines(TracePart.file(first, 2)).get(0)).contains("\"learnt\":\"late\"");
    }

    /** The receiver tears every connection in the middle of a line, and goes away for a while. */
    @Test
    void aReceiverThatDiesAndComesBackGetsEverything() throws Exception {
        MemorySink whole = new MemorySink();
        try (Receiver receiver = new Receiver(directory.resolve("got.jsonl"), true, 777)) {
            SocketSink socket = new SocketSink(
                    Destination.plain("localhost", receiver.port(), Optional.empty()),
                    directory.resolve("spill"),
                    64 << 20,
                    5_000,
                    Duration.ofSeconds(100));
            Recorder recorder = new Recorder(new Both(socket, whole), header(), Patience.forEver());
            SplittableRandom random = new SplittableRandom(7);
            drive(recorder, 100); // before anybody is there
            receiver.start();
            for (int i = 0; i < 5; i++) {
                drive(recorder, random.nextInt(200));
                receiver.stop();
                drive(recorder, random.nextInt(200));
                receiver.start();
            }
            recorder.close();
            receiver.stop();
            assertThat(receiver.parts()).isGreaterThan(3);
            Trace trace = receiver.trace();
            assertThat(trace.warnings()).isEmpty();
            assertThat(trace.history()).isEqualTo(whole.history());
            assertThat(recorder.dropped()).isZero();
        }
        try (Stream<Path> left = Files.list(directory.resolve("spill"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void whatDoesNotFitWhileTheReceiverIsAwayIsTold() throws Exception {
        try (Receiver receiver = new Receiver(directory.resolve("got.jsonl"), true, Long.MAX_VALUE)) {
            SocketSink socket = new SocketSink(
                    Destination.plain("localhost", receiver.port(), Optional.empty()),
                    directory.resolve("spill"),
                    50_000,
                    5_000,
                    Duration.ofSeconds(100));
            Recorder recorder = new Recorder(socket, header(), new Patience(Duration.ofMillis(1), 10_000));
            drive(recorder, 1_000);
            assertThat(recorder.dropped()).isPositive();
            receiver.start();
            recorder.close();
            receiver.stop();
            History history = receiver.trace().history();
            assertThat(history.about()).containsEntry(History.DROPPED, Value.of(recorder.dropped()));
            assertThat(history.transactionCount()).isPositive();
            // begin, get, put and commit of each
            assertThat(receiver.events()).isGreaterThan(4 * 4 * 1_000 - recorder.dropped());
        }
    }

    @Test
    void whatAReceiverNeverTookIsLeftInAFile() throws Exception {
        try (Receiver deaf = new Receiver(directory.resolve("got.jsonl"), false, Long.MAX_VALUE)) {
            deaf.start();
            MemorySink whole = new MemorySink();
            SocketSink socket = new SocketSink(
                    Destination.plain("localhost", deaf.port(), Optional.empty()),
                    directory.resolve("spill"),
                    64 << 20,
                    5_000,
                    Duration.ofMillis(1));
            try (Recorder recorder = new Recorder(new Both(socket, whole), header(), Patience.brief())) {
                drive(recorder, 300);
            }
            try (Stream<Path> left = Files.list(directory.resolve("spill"))) {
                List<Path> files = left.toList();
                assertThat(files).hasSize(1);
                assertThat(Traces.read(files.get(0)).history()).isEqualTo(whole.history());
            }
        }
    }
}
