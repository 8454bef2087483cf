package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.HistoryListener;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TraceReceiverTest {
    private static final String TOKEN = "swordfish";

    @TempDir
    Path directory;

    private final MemoryClient.Data data = new MemoryClient.Data();

    /** Reads each run to a history. */
    private static final class Histories implements TraceReceiver.Runs {
        final Map<String, History> histories = new ConcurrentHashMap<>();
        final List<String> warnings = new ArrayList<>();
        final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public void read(Inflow lines) throws IOException {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            HistoryListener history = new HistoryListener();
            List<String> notes = Traces.read("run", lines, history).warnings();
            synchronized (this) {
                warnings.addAll(notes);
            }
            histories.put(lines.run(), history.history());
        }

        @Override
        public void said(String line) {
            said.add(line);
        }
    }

    private TraceReceiver receiver(int port, ReceiverLimits limits, Histories histories) throws IOException {
        return new TraceReceiver(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                TOKEN,
                limits,
                directory.resolve("in"),
                ServerSocketFactory.getDefault(),
                histories);
    }

    private static Destination to(TraceReceiver receiver, String token) {
        return Destination.plain("localhost", receiver.address().getPort(), Optional.of(token));
    }

    private SocketSink sink(Destination to, Duration grace) {
        return new SocketSink(to, directory.resolve("spool"), 64 << 20, 100_000, grace);
    }

    private record Both(TraceSink one, MemorySink other) implements TraceSink {
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
        }

        @Override
        public void close() throws IOException {
            one.close();
        }
    }

    private static TraceHeader header() {
        return new TraceHeader(InitialState.ABSENT, true, Map.of("engine", Value.of("memory")));
    }

    private void drive(Recorder recorder, int transactions) throws CallFailedException {
        try (KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"))) {
            for (int i = 0; i < transactions; i++) {
                client.begin();
                client.get(Value.of(i % 7), false);
                client.put(Value.of(i % 5), Value.of(System.nanoTime()));
                client.commit();
            }
        }
    }

    /** @return what was recorded */
    private History record(Destination to, int transactions, String[] run) throws Exception {
        MemorySink whole = new MemorySink();
        TraceHeader header = header();
        run[0] = header.run();
        Recorder recorder = new Recorder(
                new Both(sink(to, Duration.ofSeconds(60)), whole), header, Patience.forEver(), Duration.ofMillis(10));
        drive(recorder, transactions);
        recorder.close();
        return whole.history();
    }

    @Test
    void severalRecordersAreOneStreamEach() throws Exception {
        Histories got = new Histories();
        got.go.countDown();
        Map<String, History> sent = new ConcurrentHashMap<>();
        try (TraceReceiver receiver = receiver(0, ReceiverLimits.standard(), got)) {
            for (int i = 0; i < 3; i++) {
                String[] run = new String[1];
                History history = record(to(receiver, TOKEN), 100, run);
                sent.put(run[0], history);
            }
        }
        assertThat(got.histories).isEqualTo(sent);
        assertThat(got.warnings).isEmpty();
    }

    @Test
    void aReceiverThatIsSlowLetsLinesWaitOnDisk() throws Exception {
        Histories got = new Histories();
        ReceiverLimits limits = ReceiverLimits.standard().withMemory(10_000).withSpill(100_000);
        History sent;
        String[] run = new String[1];
        try (TraceReceiver receiver = receiver(0, limits, got)) {
            Thread later = new Thread(() -> {
                while (receiver.flows().stream().noneMatch(flow -> flow.spilled() > 50_000)) {
                    Thread.onSpinWait();
                }
                got.go.countDown();
            });
            later.start();
            sent = record(to(receiver, TOKEN), 2_000, run);
            later.join();
        }
        assertThat(got.histories).containsEntry(run[0], sent);
        try (Stream<Path> left = Files.list(directory.resolve("in"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void connectionsThatBreakAreOneStream() throws Exception {
        Histories got = new Histories();
        got.go.countDown();
        MemorySink whole = new MemorySink();
        TraceHeader header = header();
        try (TraceReceiver receiver = receiver(0, ReceiverLimits.standard(), got)) {
            Recorder recorder = new Recorder(
                    new Both(sink(to(receiver, TOKEN), Duration.ofSeconds(60)), whole), header, Patience.forEver());
            for (int i = 0; i < 5; i++) {
                drive(recorder, 50);
                Thread.sleep(30);
                receiver.flows().forEach(Inflow::cut);
            }
            recorder.close();
        }
        assertThat(got.warnings).isEmpty();
        assertThat(got.histories).containsOnlyKeys(header.run());
        assertThat(got.histories.get(header.run())).isEqualTo(whole.history());
    }

    @Test
    void aRecorderThatIsAwayForTooLongIsGivenUp() throws Exception {
        Histories got = new Histories();
        got.go.countDown();
        ReceiverLimits limits = ReceiverLimits.standard().withAbsence(Duration.ofMillis(100));
        try (TraceReceiver receiver = receiver(0, limits, got)) {
            String run = "killed";
            try (Socket socket = connect(receiver)) {
                say(
                        socket,
                        "bateleur " + TOKEN + "\n{\"bateleur\":2,\"run\":\"" + run
                                + "\",\"part\":0,\"from\":0}\n{\"e\":\"begin\",\"t\":1,\"s\":1}\n{\"e\":\"put\",\"t\":1");
                assertThat(socket.getInputStream().read()).isEqualTo('1');
            }
            while (!got.histories.containsKey(run)) {
                Thread.sleep(5);
            }
            assertThat(receiver.flows().get(0).isLost()).isTrue();
            assertThat(got.histories.get(run).transactionCount()).isEqualTo(1);
            try (Socket socket = connect(receiver)) {
                say(socket, "bateleur " + TOKEN + "\n{\"bateleur\":2,\"run\":\"killed\",\"part\":1,\"from\":1}\n");
                assertThat(rest(socket)).isEqualTo("! this run has ended here\n");
            }
        }
    }

    private static Socket connect(TraceReceiver receiver) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), receiver.address().getPort());
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String rest(Socket socket) throws IOException {
        try (InputStream in = socket.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A thousand others, none of which makes sense, while one sends what it recorded. */
    @Test
    void streamsThatMakeNoSenseEndAlone() throws Exception {
        Histories got = new Histories();
        got.go.countDown();
        ReceiverLimits limits = ReceiverLimits.standard().withLines(10_000);
        History sent;
        String[] run = new String[1];
        int[] refusals = new int[1];
        try (TraceReceiver receiver = receiver(0, limits, got)) {
            ExecutorService threads = Executors.newFixedThreadPool(20);
            for (int i = 0; i < 1_000; i++) {
                SplittableRandom random = new SplittableRandom(i);
                threads.execute(() -> nonsense(receiver, random));
            }
            threads.shutdown();
            sent = record(to(receiver, TOKEN), 3_000, run);
            assertThat(threads.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
            refusals[0] = got.said.size();
        }
        assertThat(got.histories).containsEntry(run[0], sent);
        assertThat(refusals[0]).isGreaterThan(500);
        assertThat(got.said).noneMatch(line -> line.contains("bug of ours"));
    }

    private static void nonsense(TraceReceiver receiver, SplittableRandom random) {
        String known = "bateleur " + TOKEN + "\n";
        String run = "{\"bateleur\":2,\"run\":\"bad-" + random.nextInt() + "\",\"part\":0,\"from\":0}\n";
        String begun = known + run + "{\"e\":\"begin\",\"t\":1,\"s\":1}\n";
        String text =
                switch (random.nextInt(12)) {
                    case 0 -> "";
                    case 1 -> "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
                    case 2 -> "bateleur sword\n" + run;
                    case 3 -> known + "{\"bateleur\":2}\n";
                    case 4 -> known + run + "not json\n";
                    case 5 -> known + run + "x".repeat(30_000);
                    case 6 -> begun + "{\"e\":\"put\",\"t\":2,\"k\":1,\"v\":1}\n";
                    case 7 -> begun + "{\"e\":\"get\",\"t\":1,\"k\":1,\"v\":" + "[".repeat(2_000) + "\n";
                    case 8 -> begun + "\u0000\u0001\u0002\n";
                    case 9 -> begun + run.replace("bad", "other");
                    case 10 -> "bateleur " + "y".repeat(100_000);
                    default -> {
                        byte[] noise = new byte[1 + random.nextInt(5_000)];
                        random.nextBytes(noise);
                        yield known + run + new String(noise, StandardCharsets.ISO_8859_1) + "\n";
                    }
                };
        try (Socket socket = connect(receiver)) {
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            socket.setSoTimeout(20_000);
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // It was thrown out before it had finished.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoeverHasTheWrongTokenIsToldSo() throws Exception {
        Histories got = new Histories();
        try (TraceReceiver receiver = receiver(0, ReceiverLimits.standard(), got);
                Socket socket = connect(receiver)) {
            say(socket, "bateleur wrong\n");
            assertThat(rest(socket)).isEqualTo("! the token is missing or wrong\n");
        }
        assertThat(got.said).containsExactly("a connection from 127.0.0.1 was refused: the token is missing or wrong");
    }
}
