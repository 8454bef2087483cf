package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a recorder costs an application whose trace cannot be written. */
@Timeout(120)
class PatienceTest {
    private static final int ROOM = 20_000;

    private final MemoryClient.Data data = new MemoryClient.Data();

    private static TraceHeader header() {
        return new TraceHeader(InitialState.ABSENT, true, Map.of());
    }

    private static void transact(KeyValueClient client, int number) throws CallFailedException {
        client.begin();
        client.put(Value.of(1), Value.of(number));
        client.commit();
    }

    /** Everything written stands in memory, once the gate is open. */
    private static final class Gate implements TraceSink {
        final MemorySink memory = new MemorySink();
        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch reached = new CountDownLatch(1);

        @Override
        public void start(TraceHeader header) {
            memory.start(header);
        }

        @Override
        public void write(byte[] lines, int length) throws IOException {
            reached.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
            memory.write(lines, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** A wait of a tenth of a second for each transaction would take hours: all get through because only the first waits. */
    @Test
    void aSinkThatHangsHoldsNobodyUpForLong() throws Exception {
        Gate gate = new Gate();
        Recorder recorder = new Recorder(gate, header(), new Patience(Duration.ofMillis(100), ROOM));
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        int transactions = 200_000;
        for (int i = 0; i < transactions; i++) {
            transact(client, i);
        }
        assertThat(gate.reached.await(100, TimeUnit.SECONDS)).isTrue();
        long dropped = recorder.dropped();
        assertThat(dropped).isBetween(3L * transactions - ROOM / 30, 3L * transactions);

        gate.open.countDown();
        recorder.flush();
        assertThat(gate.memory.history().about()).containsEntry(History.DROPPED, Value.of(dropped));
        transact(client, transactions); // there is room again
        recorder.close();
        History history = gate.memory.history();
        assertThat(recorder.dropped()).isEqualTo(dropped);
        assertThat(history.about()).containsEntry(History.DROPPED, Value.of(dropped));
        assertThat(history.operationCount() + 2L * history.transactionCount() + dropped)
                .isBetween(3L * (transactions + 1), 3L * (transactions + 1) + 1); // one ending may be among the dropped
        assertThat(history.value(history.operationCount() - 1))
                .isEqualTo(history.values().find(Value.of(transactions)));
        Level level = Level.of("serializable").orElseThrow();
        assertThat(new Checker().check(history, level, Budget.unlimited())).isInstanceOf(Verdict.Undecided.class);
    }

    /** Nobody in the trace may have read what it neither shows nor tells of. */
    @Test
    void whatWasLeftOutIsToldBeforeWhatCameAfter() throws Exception {
        Gate gate = new Gate();
        Recorder recorder = new Recorder(gate, header(), new Patience(Duration.ofMillis(1), ROOM));
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        for (int i = 0; recorder.dropped() == 0; i++) {
            transact(client, i);
        }
        gate.open.countDown();
        recorder.flush();
        transact(client, 1_000_000);
        recorder.close();
        String trace = new String(gate.memory.bytes(), StandardCharsets.UTF_8);
        assertThat(trace.indexOf("\"dropped\"")).isPositive().isLessThan(trace.indexOf("1000000"));
    }

    /** Its beginning is in the trace already; an ending without what came before it would be a lie. */
    @Test
    void ofATransactionThatLosesAPieceNothingLaterIsRecorded() throws Exception {
        Gate gate = new Gate();
        Recorder recorder = new Recorder(gate, header(), new Patience(Duration.ZERO, 400_000));
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        int puts = 2_000;
        Value text = Value.of("x".repeat(1_000));
        client.begin();
        for (int i = 0; i < puts; i++) {
            client.put(Value.of(i), text);
        }
        gate.open.countDown();
        recorder.flush(); // there is room again
        client.commit();
        transact(client, puts);
        recorder.close();

        History history = gate.memory.history();
        assertThat(history.transactionCount()).isEqualTo(2);
        assertThat(history.ending(0)).isEqualTo(Ending.UNKNOWN);
        assertThat(history.ending(1)).isEqualTo(Ending.COMMITTED);
        assertThat(history.operationCount()).isBetween(100, 500);
        assertThat(recorder.dropped()).isEqualTo(puts + 1 - (history.operationCount() - 1L));
        assertThat(history.about()).containsEntry(History.DROPPED, Value.of(recorder.dropped()));
    }

    /** Pieces are few and large: their bytes count. */
    @Test
    void theRoomIsBoundedByBytes() throws Exception {
        Gate gate = new Gate();
        Recorder recorder = new Recorder(gate, header(), new Patience(Duration.ZERO, 1 << 20));
        assertThat(recorder.take(piece(4 << 20))).isTrue(); // alone
        gate.reached.await();
        assertThat(recorder.take(piece(1))).isFalse();
        gate.open.countDown();
        recorder.flush();
        assertThat(recorder.take(piece(1))).isTrue();
        recorder.close();
        assertThat(recorder.take(piece(1))).isFalse();
    }

    private static Piece piece(int bytes) {
        Value text = Value.of("x".repeat(bytes));
        return Piece.of(out -> out.about("x", text), bytes);
    }

    /** A line that nobody can write must not take others with it, nor leave a part of itself. */
    @Test
    void anEventThatCannotBeWrittenIsLeftOutAndTold() throws Exception {
        Gate gate = new Gate();
        gate.open.countDown();
        Recorder recorder = new Recorder(gate, header(), Patience.brief());
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        transact(client, 1);
        Event broken = out -> {
            out.about("half", Value.of(1));
            throw new IllegalStateException("a bug of ours");
        };
        assertThat(recorder.take(Piece.of(broken, 1))).isTrue();
        transact(client, 2);
        recorder.close();
        History history = gate.memory.history();
        assertThat(history.transactionCount()).isEqualTo(2);
        assertThat(history.about()).containsEntry(History.DROPPED, Value.of(1)).doesNotContainKey("half");
    }

    @Test
    void aFullDiskDoesNotHurtAnApplication() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        OutputStream full = new OutputStream() {
            private int room = 2_000;

            @Override
            public void write(int b) throws IOException {
                if (--room < 0) {
                    tries.incrementAndGet();
                    throw new IOException("No space left on device");
                }
            }
        };
        Recorder recorder = new Recorder(new StreamSink(full), header(), Patience.brief());
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        int transactions = 10_000;
        for (int i = 0; i < transactions; i++) {
            transact(client, i);
        }
        recorder.flush();
        recorder.close();
        assertThat(recorder.dropped()).isBetween(3L * transactions - 2_000 / 30, 3L * transactions);
        assertThat(tries.get()).isEqualTo(1);
    }

    @Test
    void aSinkThatThrowsAnythingIsOneThatFailed() throws Exception {
        OutputStream broken = new OutputStream() {
            private boolean header = true;

            @Override
            public void write(byte[] bytes, int from, int length) {
                if (!header) {
                    throw new IllegalStateException("a bug of the sink");
                }
                header = false;
            }

            @Override
            public void write(int b) {}
        };
        Recorder recorder = new Recorder(new StreamSink(broken), header(), Patience.brief());
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        transact(client, 1);
        recorder.flush();
        transact(client, 2);
        recorder.close();
        assertThat(recorder.dropped()).isEqualTo(6);
    }
}
