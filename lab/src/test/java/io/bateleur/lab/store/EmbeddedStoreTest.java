package io.bateleur.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import io.bateleur.recorder.KeyValueClient;
import io.bateleur.recorder.KeyValueClient.Iterated;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every adapter of an embedded engine owes, at every level. */
class EmbeddedStoreTest {
    @TempDir
    Path directory;

    static Stream<Setting> settings() {
        return Setting.all();
    }

    private static Value v(long value) {
        return Value.of(value);
    }

    private static Content live(long value) {
        return Content.live(v(value));
    }

    private static Item item(long key, long value) {
        return new Item(v(key), live(value));
    }

    private static void put(KeyValueClient client, long key, long value) throws CallFailedException {
        client.begin();
        client.put(v(key), v(value));
        client.commit();
    }

    private static Content read(KeyValueClient client, long key) throws CallFailedException {
        client.begin();
        Content seen = client.get(v(key), false);
        client.commit();
        return seen;
    }

    @ParameterizedTest
    @MethodSource("settings")
    void itReadsWhatItWroteBeforeAndAfterTheCommit(Setting setting) throws CallFailedException {
        try (Store store = setting.open(directory)) {
            store.prepare();
            KeyValueClient client = store.open();
            client.begin();
            for (long key : new long[] {7, -5, Long.MIN_VALUE, 0, Long.MAX_VALUE}) {
                client.put(v(key), v(-key));
            }
            client.put(v(7), v(8));
            client.put(v(3), v(3));
            client.delete(v(3));
            client.delete(v(4));
            assertHoldsFive(client);
            client.commit();
            client.begin();
            assertHoldsFive(client);
            client.delete(v(0));
            assertThat(client.scan(v(-5), v(8), false)).containsExactly(item(-5, 5), item(7, 8));
            client.commit();
            store.prepare();
            client.begin();
            assertThat(client.scan(null, null, false)).isEmpty();
            client.abort();
            client.close();
        }
    }

    private static void assertHoldsFive(KeyValueClient client) throws CallFailedException {
        assertThat(client.get(v(7), false)).isEqualTo(live(8));
        assertThat(client.get(v(-5), true)).isEqualTo(live(5));
        assertThat(client.get(v(3), false)).isEqualTo(Content.absent());
        assertThat(client.get(v(4), true)).isEqualTo(Content.absent());
        assertThat(client.scan(null, null, false))
                .containsExactly(
                        item(Long.MIN_VALUE, Long.MIN_VALUE),
                        item(-5, 5),
                        item(0, 0),
                        item(7, 8),
                        item(Long.MAX_VALUE, -Long.MAX_VALUE));
        assertThat(client.scan(v(-5), v(7), true)).containsExactly(item(-5, 5), item(0, 0));
        assertThat(client.scan(v(1), v(7), false)).isEmpty();
        assertThat(client.iterate(v(-5), null, 2)).isEqualTo(new Iterated(List.of(item(-5, 5), item(0, 0)), true));
        assertThat(client.iterate(v(-4), v(8), 3)).isEqualTo(new Iterated(List.of(item(0, 0), item(7, 8)), false));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void listsGrowApartFromValues(Setting setting) throws CallFailedException {
        try (Store store = setting.open(directory);
                KeyValueClient client = store.open()) {
            client.begin();
            assertThat(client.readList(v(1), false)).isEqualTo(Content.absent());
            client.append(v(1), v(10));
            client.append(v(1), v(-11));
            assertThat(client.readList(v(1), false)).isEqualTo(Content.live(Value.list(v(10), v(-11))));
            client.commit();
            client.begin();
            client.append(v(1), v(12));
            assertThat(client.readList(v(1), true)).isEqualTo(Content.live(Value.list(v(10), v(-11), v(12))));
            assertThat(client.get(v(1), false)).isEqualTo(Content.absent());
            assertThat(client.scan(null, null, false)).isEmpty();
            client.abort();
            client.begin();
            assertThat(client.readList(v(1), false)).isEqualTo(Content.live(Value.list(v(10), v(-11))));
            client.commit();
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void anAbortLeavesNothing(Setting setting) throws CallFailedException {
        try (Store store = setting.open(directory);
                KeyValueClient client = store.open()) {
            put(client, 1, 1);
            client.begin();
            client.put(v(1), v(2));
            client.put(v(2), v(2));
            client.append(v(3), v(3));
            client.abort();
            client.begin();
            assertThat(client.scan(null, null, false)).containsExactly(item(1, 1));
            assertThat(client.readList(v(3), false)).isEqualTo(Content.absent());
            client.commit();
        }
    }

    /** What was not committed is seen by nobody, or, where only locks prevent that, nobody can look. */
    @ParameterizedTest
    @MethodSource("settings")
    void onlyReadUncommittedShowsWhatIsNotCommitted(Setting setting) throws CallFailedException {
        try (Store store = setting.open(directory);
                KeyValueClient writer = store.open();
                KeyValueClient reader = store.open()) {
            put(writer, 1, 1);
            writer.begin();
            writer.put(v(1), v(2));
            Content seen = seenOrRefused(reader);
            writer.abort();
            if (setting.level().documented().equals(Level.READ_UNCOMMITTED)) {
                assertThat(seen).isEqualTo(live(2));
            } else {
                assertThat(seen).isIn(live(1), Content.unknown());
            }
            assertThat(read(reader, 1)).isEqualTo(live(1));
        }
    }

    private static Content seenOrRefused(KeyValueClient reader) {
        try {
            return read(reader, 1);
        } catch (CallFailedException e) {
            assertThat(e.fate()).isEqualTo(Fate.ABORTED);
            return Content.unknown();
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aSecondReadSeesWhatTheLevelSays(Setting setting) throws CallFailedException {
        try (Store store = setting.open(directory);
                KeyValueClient writer = store.open();
                KeyValueClient reader = store.open()) {
            put(writer, 1, 1);
            reader.begin();
            assertThat(reader.get(v(1), false)).isEqualTo(live(1));
            boolean changed = !isRefused(() -> put(writer, 1, 2));
            // Locks keep the writer out; snapshots and optimists need not.
            boolean locks =
                    setting.is("je", "repeatable-read", "serializable") || setting.is("rocksdb", "repeatable-read");
            assertThat(changed).isEqualTo(!locks);
            // An optimist sees the change, but does not get away with it.
            boolean late = setting.is("rocksdb-optimistic", "repeatable-read");
            boolean weak = setting.level().word().startsWith("read-");
            assertThat(reader.get(v(1), false)).isEqualTo(live(weak || late ? 2 : 1));
            assertThat(isRefused(reader::commit)).isEqualTo(late);
        }
    }

    private interface Call {
        void make() throws CallFailedException;
    }

    private static boolean isRefused(Call call) {
        try {
            call.make();
            return false;
        } catch (CallFailedException e) {
            assertThat(e.fate()).isEqualTo(Fate.ABORTED);
            assertThat(e.isConnectionLost()).isFalse();
            return true;
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aConflictAbortsAndLeavesTheSessionUsable(Setting setting) throws CallFailedException {
        try (Store store = setting.open(directory);
                KeyValueClient one = store.open();
                KeyValueClient other = store.open()) {
            put(one, 1, 0);
            one.begin();
            other.begin();
            boolean oneRefused = isRefused(() -> one.put(v(1), v(1)));
            boolean otherRefused = isRefused(() -> other.put(v(1), v(2)));
            oneRefused |= !oneRefused && isRefused(one::commit);
            otherRefused |= !otherRefused && isRefused(other::commit);
            assertThat(List.of(oneRefused, otherRefused)).containsExactlyInAnyOrder(true, false);
            assertThat(read(one, 1)).isEqualTo(live(oneRefused ? 2 : 1));
            put(one, 1, 3);
            put(other, 1, 4);
            assertThat(read(one, 1)).isEqualTo(live(4));
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aStoreMayBeClosedUnderItsSessions(Setting setting) throws Exception {
        int sessions = 4;
        CountDownLatch busy = new CountDownLatch(sessions);
        ExecutorService threads = Executors.newFixedThreadPool(sessions);
        List<Future<CallFailedException>> last = new ArrayList<>();
        Store store = setting.open(directory);
        try {
            store.prepare();
            for (int i = 0; i < sessions; i++) {
                KeyValueClient client = store.open();
                Callable<CallFailedException> session = () -> useUntilClosed(client, busy);
                last.add(threads.submit(session));
            }
            assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();
            store.close();
            for (Future<CallFailedException> end : last) {
                assertThat(end.get(10, TimeUnit.SECONDS).fate()).isEqualTo(Fate.ABORTED);
            }
            store.close();
            assertThatThrownBy(store::open).isInstanceOf(CallFailedException.class);
        } finally {
            store.close();
            threads.shutdown();
        }
    }

    private static CallFailedException useUntilClosed(KeyValueClient client, CountDownLatch busy) {
        for (long i = 0; true; i++) {
            try {
                client.begin();
                client.iterate(null, null, 5);
                client.put(v(i % 10), v(i));
                client.scan(null, null, false);
                client.append(v(i % 10), v(i));
                client.commit();
            } catch (CallFailedException e) {
                if (e.isConnectionLost()) {
                    client.close();
                    return e;
                }
            }
            if (i == 20) {
                busy.countDown();
            }
        }
    }

    /** Whoever closes a session is often not the thread that uses it, and nothing of its transaction may stay behind. */
    @ParameterizedTest
    @MethodSource("settings")
    void aSessionThatAnotherThreadClosesLeavesNoLock(Setting setting) throws Exception {
        try (Store store = setting.open(directory);
                KeyValueClient other = store.open()) {
            KeyValueClient client = store.open();
            client.begin();
            client.put(v(1), v(1));
            client.scan(null, null, false);
            Thread closer = new Thread(client::close);
            closer.start();
            closer.join();
            assertThatThrownBy(client::commit)
                    .isInstanceOfSatisfying(CallFailedException.class, e -> assertThat(e.isConnectionLost())
                            .isTrue());
            put(other, 1, 2);
            assertThat(read(other, 1)).isEqualTo(live(2));
        }
    }

    @Test
    void settingsThatNobodyKnowsAreRefused() {
        for (EmbeddedEngine engine : EmbeddedEngines.all()) {
            EmbeddedStore adapter = Setting.adapter(engine);
            assertThatThrownBy(
                            () -> adapter.open(directory, engine.levels().all().get(0), Map.of("color", "red")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("color");
        }
    }

    @Test
    void everyEngineHasItsDefaultLevel() {
        for (EmbeddedEngine engine : EmbeddedEngines.all()) {
            assertThat(engine.levels().all())
                    .extracting(Isolation::word)
                    .contains(engine.levels().usual());
        }
    }
}
