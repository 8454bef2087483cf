package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.TraceClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HeartbeatTest {
    private static final Pattern PUNCTUATION = Pattern.compile("\\{\"e\":\"punctuation\",\"before\":(\\d+)}");
    private static final Pattern TIMES = Pattern.compile("\"at\":\\[(\\d+),(\\d+)]");

    private final MemorySink sink = new MemorySink();

    private Recorder recorder(Duration heartbeat) throws IOException {
        TraceHeader header = new TraceHeader(InitialState.ABSENT, true, Map.of());
        return new Recorder(sink, header, Patience.forEver(), heartbeat);
    }

    private List<String> lines() {
        return new String(sink.bytes(), StandardCharsets.UTF_8).lines().toList();
    }

    /** Whether everything behind a punctuation keeps what that promises; how many there are. */
    private int kept() {
        long promised = Long.MIN_VALUE;
        int punctuations = 0;
        for (String line : lines()) {
            Matcher said = PUNCTUATION.matcher(line);
            if (said.matches()) {
                assertThat(Long.parseLong(said.group(1))).isGreaterThan(promised);
                promised = Long.parseLong(said.group(1));
                punctuations++;
            } else if (!line.startsWith("{\"e\":\"answer\"")) {
                Matcher at = TIMES.matcher(line);
                if (at.find()) {
                    assertThat(Long.parseLong(at.group(1))).as(line).isGreaterThanOrEqualTo(promised);
                }
            }
        }
        return punctuations;
    }

    /** A store that takes a while for some calls, and has nothing in it. */
    private static class Slow implements KeyValueClient {
        void pause() {
            int dice = ThreadLocalRandom.current().nextInt(100);
            try {
                if (dice < 20) {
                    Thread.sleep(dice / 4);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void begin() {
            pause();
        }

        @Override
        public Content get(Value key, boolean lock) {
            pause();
            return Content.absent();
        }

        @Override
        public void put(Value key, Value value) {
            pause();
        }

        @Override
        public boolean delete(Value key) {
            return true;
        }

        @Override
        public void append(Value key, Value element) {}

        @Override
        public Content readList(Value key, boolean lock) {
            return Content.absent();
        }

        @Override
        public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) {
            pause();
            return List.of();
        }

        @Override
        public Iterated iterate(@Nullable Value low, @Nullable Value high, int most) {
            return new Iterated(List.of(), false);
        }

        @Override
        public void commit() {
            pause();
        }

        @Override
        public void abort() {}

        @Override
        public String level() {
            return "SERIALIZABLE";
        }

        @Override
        public String lockMode() {
            return "update";
        }

        @Override
        public void close() {}
    }

    @Test
    void nothingFollowsThatWasCalledBeforeAPunctuation() throws Exception {
        try (Recorder recorder = recorder(Duration.ofMillis(1))) {
            List<Thread> threads = new ArrayList<>();
            for (int s = 0; s < 12; s++) {
                int session = s;
                threads.add(new Thread(() -> drive(recorder, session)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(kept()).isGreaterThan(20);
        assertThat(sink.history().transactionCount()).isEqualTo(12 * 40);
    }

    private static void drive(Recorder recorder, int session) {
        try (KeyValueClient client = recorder.record(new Slow(), Value.of(session))) {
            for (int i = 0; i < 40; i++) {
                client.begin();
                for (int n = i % 7; n >= 0; n--) {
                    client.put(Value.of(n), Value.of(1000L * (100 * session + i) + n));
                    client.get(Value.of(n), i % 3 == 0);
                }
                if (i % 5 == 0) {
                    client.abort();
                } else {
                    client.commit();
                }
            }
        } catch (CallFailedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void transactionsThatRestAreHandedOver() throws Exception {
        try (Recorder recorder = recorder(Duration.ofMillis(5));
                KeyValueClient resting = recorder.record(new Slow(), Value.of("resting"))) {
            resting.begin();
            resting.put(Value.of(1), Value.of(7));
            long then = System.nanoTime();
            while (lines().stream().noneMatch(line -> isLater(line, then))) {
                Thread.sleep(1);
            }
            assertThat(lines()).anyMatch(line -> line.startsWith("{\"e\":\"put\",\"t\":1,\"k\":1,\"v\":7"));
            resting.commit();
        }
        kept();
        assertThat(lines().get(lines().size() - 1)).isEqualTo("{\"e\":\"punctuation\",\"before\":9223372036854775807}");
    }

    private static boolean isLater(String line, long then) {
        Matcher said = PUNCTUATION.matcher(line);
        return said.matches() && Long.parseLong(said.group(1)) > then;
    }

    @Test
    void aCallThatIsUnderWayHoldsThemUp() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Slow stuck = new Slow() {
            @Override
            void pause() {
                called.countDown();
                try {
                    answer.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        try (Recorder recorder = recorder(Duration.ofMillis(5))) {
            KeyValueClient client = recorder.record(stuck, Value.of("stuck"));
            Thread thread = new Thread(() -> {
                try {
                    client.begin();
                } catch (CallFailedException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            called.await();
            long then = System.nanoTime();
            recorder.flush();
            Thread.sleep(30);
            recorder.flush();
            assertThat(lines()).noneMatch(line -> isLater(line, then));
            answer.countDown();
            thread.join();
            recorder.flush();
            recorder.flush();
            assertThat(lines()).anyMatch(line -> isLater(line, then));
        }
        assertThat(kept()).isGreaterThan(1);
    }

    @Test
    void withoutAHeartbeatThereIsNothingOfIt() throws Exception {
        try (Recorder recorder = recorder(Duration.ZERO)) {
            drive(recorder, 1);
        }
        assertThat(kept()).isZero();
    }

    @Test
    void theHeaderNamesTheClock() throws Exception {
        TraceClock first = HostClock.of(Optional.empty());
        TraceClock second = HostClock.of(Optional.of(Duration.ofMillis(2)));
        assertThat(first.id()).isEqualTo(second.id());
        TraceClock.Anchor one = first.anchor().orElseThrow();
        TraceClock.Anchor other = second.anchor().orElseThrow();
        assertThat(one.error()).isEmpty();
        assertThat(other.error().getAsLong()).isGreaterThanOrEqualTo(2_000_000);
        // Both clocks went on by the same time, give or take what the wall clock was set meanwhile.
        assertThat(Math.abs((other.wall() - one.wall()) - (other.time() - one.time())))
                .isLessThan(1_000_000_000L);
        try (Recorder recorder = recorder(Duration.ZERO)) {
            recorder.flush();
        }
        assertThat(lines().get(0)).startsWith("{\"bateleur\":2,").contains("\"clock\":{\"id\":\"" + first.id() + "\"");
        assertThat(sink.history()).isInstanceOf(History.class);
    }
}
