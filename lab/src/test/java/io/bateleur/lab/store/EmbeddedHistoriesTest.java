package io.bateleur.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import io.bateleur.recorder.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Engines under eight sessions at once, recorded and checked at the level that their documentation gives. */
class EmbeddedHistoriesTest {
    private static final int SESSIONS = 8;
    private static final int TRANSACTIONS = 2000;
    private static final int RUNS_MAX = 20;
    private static final int KEYS = 24;
    /** A trace does not know that values and lists are kept apart: their keys are different, and no range contains both. */
    private static final int LIST_KEYS = 1000;

    private static final int NEW_KEYS = 10_000;

    @TempDir
    Path directory;

    private final AtomicLong values = new AtomicLong();

    static Stream<Setting> settings() {
        return Setting.all();
    }

    private interface Transaction {
        void run(KeyValueClient client, Random random) throws CallFailedException;
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everyEngineKeepsItsDocumentedLevel(Setting setting) throws Exception {
        // JE breaks it now and then where records come and go: see the last test.
        boolean broken = setting.is("je", "serializable");
        History history = record(setting, TRANSACTIONS, broken ? this::readAndPut : this::anything);
        assertHolds(history, setting.level().documented());
    }

    /** What the formal level of JE's repeatable read leaves out are only reads that find nothing. */
    @Test
    void repeatableReadOfJeHoldsWhereAllRecordsExist() throws Exception {
        History history = record(Setting.of("je", "repeatable-read"), TRANSACTIONS, this::readAndPut);
        assertHolds(history, Level.REPEATABLE_READ);
    }

    /** More than Xodus documents: a commit is refused when there was any other since the snapshot. */
    @Test
    void xodusIsSerializable() throws Exception {
        assertHolds(record(Setting.of("xodus", "snapshot"), TRANSACTIONS, this::anything), Level.SERIALIZABLE);
    }

    /** Plain reads are watched over by nobody: of two increments one is lost. */
    @Test
    void optimisticRocksDbLosesUpdatesOfPlainReads() throws Exception {
        History history = record(Setting.of("rocksdb-optimistic", "read-committed"), 400, this::increment);
        Verdict verdict = new Checker().check(history, Level.SNAPSHOT_ISOLATION, Budget.unlimited());
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Violated.class, violated -> assertThat(
                        violated.why().anomaly())
                .isEqualTo(Anomaly.LOST_UPDATE));
    }

    /**
     * JE does not lock the gap before the record that it finds next reliably: two transactions find no record and insert one, and
     * both commit. It takes some ten thousand transactions.
     */
    @Test
    @Tag("soak")
    void serializableOfJeLosesInserts() throws Exception {
        for (int run = 0; run < RUNS_MAX; run++) {
            Setting serializable = Setting.of("je", "serializable");
            History history = record(serializable, directory.resolve("run" + run), 20_000, this::insert);
            if (new Checker().check(history, Level.SERIALIZABLE, Budget.unlimited())
                    instanceof Verdict.Violated found) {
                assertThat(found.why().anomaly()).isIn(Anomaly.LOST_UPDATE, Anomaly.G2_ITEM);
                return;
            }
        }
        fail("JE kept its level: perhaps this version does");
    }

    private static void assertHolds(History history, Level level) {
        Verdict verdict = new Checker().check(history, level, Budget.unlimited());
        assertThat(verdict)
                .as(() -> verdict instanceof Verdict.Violated violated
                        ? TextRenderer.render(violated.why())
                        : verdict.toString())
                .isInstanceOf(Verdict.Holds.class);
    }

    private History record(Setting setting, int transactions, Transaction transaction) throws Exception {
        return record(setting, directory, transactions, transaction);
    }

    private History record(Setting setting, Path place, int transactions, Transaction transaction) throws Exception {
        Path data = Files.createDirectories(place.resolve("store"));
        Path trace = place.resolve("trace.jsonl");
        AtomicInteger committed = new AtomicInteger();
        try (Store store = setting.open(data);
                Recorder recorder = new Recorder(Files.newOutputStream(trace), true, Map.of())) {
            store.prepare();
            try (KeyValueClient first = recorder.record(store.open(), Value.of(SESSIONS))) {
                fill(first);
            }
            ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
            try {
                List<Future<Integer>> counts = new ArrayList<>();
                for (int i = 0; i < SESSIONS; i++) {
                    KeyValueClient client = recorder.record(store.open(), Value.of(i));
                    Random random = new Random(i);
                    Callable<Integer> session = () -> use(client, random, transactions / SESSIONS, transaction);
                    counts.add(threads.submit(session));
                }
                for (Future<Integer> count : counts) {
                    committed.addAndGet(count.get(60, TimeUnit.SECONDS));
                }
            } finally {
                threads.shutdown();
            }
        }
        assertThat(committed.get()).isGreaterThan(transactions / 20);
        return Traces.read(trace).history();
    }

    private void fill(KeyValueClient client) throws CallFailedException {
        client.begin();
        for (int key = 0; key < KEYS; key += 2) {
            client.put(Value.of(key), fresh());
        }
        client.commit();
    }

    private static int use(KeyValueClient client, Random random, int transactions, Transaction transaction) {
        int committed = 0;
        try (client) {
            for (int i = 0; i < transactions; i++) {
                try {
                    client.begin();
                    transaction.run(client, random);
                    client.commit();
                    committed++;
                } catch (CallFailedException e) {
                    assertThat(e.isConnectionLost()).as(e.getMessage()).isFalse();
                }
            }
        }
        return committed;
    }

    private Value fresh() {
        return Value.of(values.incrementAndGet());
    }

    private static Value key(Random random) {
        return Value.of(random.nextInt(KEYS));
    }

    private static Value listKey(Random random) {
        return Value.of(LIST_KEYS + random.nextInt(KEYS));
    }

    private void anything(KeyValueClient client, Random random) throws CallFailedException {
        int operations = 1 + random.nextInt(5);
        boolean readOnly = random.nextInt(3) == 0;
        for (int i = 0; i < operations; i++) {
            operate(client, random, random.nextInt(readOnly ? 5 : 10));
        }
    }

    private void operate(KeyValueClient client, Random random, int kind) throws CallFailedException {
        int low = random.nextInt(KEYS);
        switch (kind) {
            case 0, 1 -> client.get(key(random), random.nextInt(8) == 0);
            case 2 -> client.readList(listKey(random), false);
            case 3 -> client.scan(Value.of(low), Value.of(low + random.nextInt(6)), false);
            case 4 -> client.iterate(Value.of(low), Value.of(KEYS), 1 + random.nextInt(4));
            case 5, 6, 7 -> client.put(key(random), fresh());
            case 8 -> client.append(listKey(random), fresh());
            default -> client.delete(key(random));
        }
    }

    private void readAndPut(KeyValueClient client, Random random) throws CallFailedException {
        for (int i = 0; i < 3; i++) {
            Value key = Value.of(2 * random.nextInt(KEYS / 2));
            switch (random.nextInt(5)) {
                case 0, 1 -> client.get(key, false);
                case 2 -> client.put(key, fresh());
                case 3 -> client.scan(key, Value.of(KEYS), false);
                default -> client.iterate(key, Value.of(KEYS), 2);
            }
        }
    }

    /** Of keys that nobody has used yet, all the time a few others. */
    private void insert(KeyValueClient client, Random random) throws CallFailedException {
        Value key = Value.of(NEW_KEYS + values.get() / 100 * 8 + random.nextInt(8));
        client.get(key, false);
        client.put(key, fresh());
    }

    private void increment(KeyValueClient client, Random random) throws CallFailedException {
        Value key = Value.of(2 * random.nextInt(2));
        client.get(key, false);
        Thread.yield();
        client.put(key, fresh());
    }
}
