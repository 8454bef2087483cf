package io.bateleur.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.core.trace.nativ.Mini;
import io.bateleur.recorder.CallFailedException.Fate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTest {
    @TempDir
    Path directory;

    private final MemoryClient.Data data = new MemoryClient.Data();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private interface Work {
        void run(KeyValueClient recorded, MemoryClient store) throws CallFailedException;
    }

    private String recorded(Work work) throws Exception {
        try (Recorder recorder = new Recorder(bytes, true, Map.of("engine", Value.of("memory")))) {
            MemoryClient store = new MemoryClient(data);
            KeyValueClient client = recorder.record(store, Value.of("s"));
            work.run(client, store);
            client.close();
        }
        return Mini.print(history(bytes.toByteArray()))
                .replaceAll("@\\[[0-9,]*\\]", "")
                .strip();
    }

    private History history(byte[] trace) throws IOException {
        Path file = directory.resolve("t.jsonl");
        Files.write(file, trace);
        return Traces.read(file).history();
    }

    private static Value v(long integer) {
        return Value.of(integer);
    }

    @Test
    void everyOperationIsRecordedWithItsAnswer() throws Exception {
        String lines = recorded((client, store) -> {
            client.begin();
            client.put(v(1), v(10));
            client.put(v(2), v(20));
            client.get(v(1), true);
            client.get(v(3), false);
            client.delete(v(2));
            client.append(v(7), v(70));
            client.readList(v(7), false);
            client.readList(v(8), false);
            client.scan(v(0), v(9), false);
            client.iterate(null, null, 1);
            client.commit();
            client.begin();
            client.abort();
        });
        assertThat(lines)
                .contains("w(1,10)", "w(2,20)", "r(3,_)", "d(2)", "a(7,70)", "l(7,[70])", "l(8,_)")
                .contains("scan(0,9)=[1:10]");
        History history = history(bytes.toByteArray());
        assertThat(history.about()).containsEntry("engine", Value.of("memory"));
        assertThat(history.uniqueValues()).isTrue();
        assertThat(history.hasTimes()).isTrue();
        assertThat(history.level(0)).isEqualTo("serializable");
        assertThat(history.isLocking(2)).isTrue();
        assertThat(history.stoppedEarly(9)).isTrue();
        assertThat(history.transactionCount()).isEqualTo(2);
    }

    @Test
    void toFindNothingToDeleteIsARead() throws Exception {
        assertThat(recorded((client, store) -> {
                    client.begin();
                    assertThat(client.delete(v(1))).isFalse();
                    client.put(v(1), v(10));
                    assertThat(client.delete(v(1))).isTrue();
                    client.commit();
                }))
                .contains("r(1,_) w(1,10) d(1) c");
    }

    @Test
    void aCallThatHadNoEffectLeavesNoEvent() throws Exception {
        assertThat(recorded((client, store) -> {
                    client.begin();
                    store.next = MemoryClient.failure(Fate.GOES_ON);
                    assertThatThrownBy(() -> client.put(v(1), v(10))).hasMessage("on purpose");
                    client.put(v(2), v(20));
                    client.commit();
                }))
                .contains("w(2,20) c")
                .doesNotContain("w(1,10)");
    }

    /** Somebody may have read it. */
    @Test
    void aWriteOfATransactionThatThenAbortedIsRecorded() throws Exception {
        assertThat(recorded((client, store) -> {
                    client.begin();
                    store.next = MemoryClient.failure(Fate.ABORTED);
                    assertThatThrownBy(() -> client.put(v(1), v(10))).hasMessage("on purpose");
                    client.begin();
                    client.get(v(1), false);
                    client.commit();
                }))
                .contains("w(1,10) a")
                .contains("r(1,_) c");
    }

    @Test
    void endingsAreWhatIsKnown() throws Exception {
        assertThat(recorded((client, store) -> {
                    client.begin();
                    client.put(v(1), v(10));
                    store.next = MemoryClient.failure(Fate.UNKNOWN);
                    assertThatThrownBy(client::commit).hasMessage("on purpose");
                    client.begin();
                    client.put(v(1), v(11));
                    store.next = MemoryClient.failure(Fate.ABORTED);
                    assertThatThrownBy(client::commit).hasMessage("on purpose");
                    client.begin();
                    client.put(v(1), v(12)); // and nobody ends it
                }))
                .contains("w(1,10) u", "w(1,11) a", "w(1,12) a");
    }

    @Test
    void aTransactionThatDidNotBeginIsNone() throws Exception {
        assertThat(recorded((client, store) -> {
                    store.next = MemoryClient.failure(Fate.ABORTED);
                    assertThatThrownBy(client::begin).hasMessage("on purpose");
                }))
                .doesNotContain("@s");
        assertThat(history(bytes.toByteArray()).transactionCount()).isZero();
    }

    /** Eight threads on one store; every beginning of the trace is a history of its own that nothing is missing from. */
    @Test
    void whateverAKillLeavesShowsAllThatWasRead() throws Exception {
        try (Recorder recorder = new Recorder(bytes, true, Map.of())) {
            List<Thread> threads = new ArrayList<>();
            for (int s = 0; s < 8; s++) {
                KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s" + s));
                SplittableRandom random = new SplittableRandom(s);
                int base = 1000 * s;
                threads.add(new Thread(() -> drive(client, random, base)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        byte[] trace = bytes.toByteArray();
        Level level = Level.of("strict-serializable").orElseThrow();
        for (int length = trace.length; length > 500; length -= trace.length / 40) {
            byte[] beginning = java.util.Arrays.copyOf(trace, length);
            assertThat(new Checker().check(history(beginning), level, Budget.unlimited()))
                    .as("%d bytes", length)
                    .isInstanceOf(Verdict.Holds.class);
        }
        assertThat(history(trace).transactionCount()).isEqualTo(8 * 100);
    }

    private static void drive(KeyValueClient client, SplittableRandom random, int base) {
        try {
            for (int i = 0; i < 100; i++) {
                client.begin();
                client.get(v(random.nextInt(5)), false);
                client.put(v(random.nextInt(5)), v(base + i));
                client.get(v(random.nextInt(5)), false);
                client.commit();
            }
        } catch (CallFailedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLongTransactionIsHandedOverWhileItGoesOn() throws Exception {
        int puts = 3_000;
        Value text = Value.of("x".repeat(1_000));
        try (Recorder recorder = new Recorder(bytes, false, Map.of())) {
            KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
            client.begin();
            for (int i = 0; i < puts; i++) {
                client.put(v(i), text);
            }
            recorder.flush();
            History soFar = history(bytes.toByteArray());
            assertThat(soFar.operationCount()).isBetween(puts - 200, puts);
            assertThat(soFar.ending(0)).isEqualTo(Ending.UNKNOWN);
            client.commit();
        }
        History history = history(bytes.toByteArray());
        assertThat(history.operationCount()).isEqualTo(puts);
        assertThat(history.transactionCount()).isEqualTo(1);
        assertThat(history.ending(0)).isEqualTo(Ending.COMMITTED);
    }

    /** Its session may be silent in the next one for hours. */
    @Test
    void anEndingDoesNotWaitForTheNextTransaction() throws Exception {
        MemorySink sink = new MemorySink();
        Recorder recorder = new Recorder(sink, new TraceHeader(InitialState.ABSENT, true, Map.of()), Patience.brief());
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        client.begin();
        client.put(v(1), v(10));
        client.commit();
        client.begin();
        client.put(v(1), v(11));
        recorder.flush();
        assertThat(sink.history().ending(0)).isEqualTo(Ending.COMMITTED);
        client.commit();
        recorder.close();
        assertThat(sink.history().transactionCount()).isEqualTo(2);
    }

    @Test
    void aFullDiskIsToldAndHoldsNobodyUp() throws Exception {
        OutputStream full = new OutputStream() {
            private int room = 2_000;

            @Override
            public void write(int b) throws IOException {
                if (--room < 0) {
                    throw new IOException("No space left on device");
                }
            }
        };
        Recorder recorder = new Recorder(full, true, Map.of());
        KeyValueClient client = recorder.record(new MemoryClient(data), Value.of("s"));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000_000; i++) {
                        client.begin();
                        client.put(v(1), v(i));
                        client.commit();
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("No space left");
        assertThatThrownBy(recorder::close).hasMessageContaining("No space left");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.jsonl", "t.jsonl.gz", "t.jsonl.zst"})
    void whatWasFlushedCanBeReadBeforeTheEnd(String name) throws Exception {
        Path file = directory.resolve(name);
        OutputStream out = TraceStream.open(file);
        out.write("{\"bateleur\":1}\n{\"e\":\"begin\",\"t\":1,\"s\":\"s\"}\n".getBytes(StandardCharsets.UTF_8));
        out.flush();

        assertThat(Traces.read(file).history().transactionCount()).isEqualTo(1);
        out.close();
        assertThat(Traces.read(file).history().transactionCount()).isEqualTo(1);
    }
}
