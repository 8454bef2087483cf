package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A session of a store in memory with snapshot isolation; or with less, when it forgets that the first committer wins. */
final class SnapshotClient extends SerialClient {
    /** What all sessions share; touched only by the one whose turn it is. */
    private static final class Shared {
        private final Store store;
        private final Turns turns;
        private final boolean firstCommitterWins;
        private final Map<Value, Integer> changed = new HashMap<>();
        private int commits;

        private Shared(Store store, Turns turns, boolean firstCommitterWins) {
            this.store = store;
            this.turns = turns;
            this.firstCommitterWins = firstCommitterWins;
        }
    }

    private final Shared shared;
    private final int session;
    private final Set<Value> written = new HashSet<>();
    private int begun;
    private boolean entered;

    private SnapshotClient(Shared shared, int session) {
        super(shared.store);
        this.shared = shared;
        this.session = session;
    }

    static List<SnapshotClient> sessions(Store store, int sessions, boolean firstCommitterWins) {
        Shared shared = new Shared(store, new Turns(sessions, 0), firstCommitterWins);
        return IntStream.range(0, sessions)
                .mapToObj(session -> new SnapshotClient(shared, session))
                .toList();
    }

    @Override
    public void begin() {
        if (entered) {
            shared.turns.pass(session);
        } else {
            shared.turns.await(session);
        }
        entered = true;
        copy();
        written.clear();
        begun = shared.commits;
    }

    @Override
    public Content get(Value key, boolean lock) {
        shared.turns.pass(session);
        return super.get(key, lock);
    }

    @Override
    public void put(Value key, Value value) {
        shared.turns.pass(session);
        written.add(key);
        super.put(key, value);
    }

    @Override
    public boolean delete(Value key) {
        shared.turns.pass(session);
        written.add(key);
        return super.delete(key);
    }

    @Override
    public void append(Value key, Value element) {
        shared.turns.pass(session);
        written.add(key);
        super.append(key, element);
    }

    @Override
    public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) {
        shared.turns.pass(session);
        return super.scan(low, high, lock);
    }

    @Override
    public void commit() throws CallFailedException {
        shared.turns.pass(session);
        if (shared.firstCommitterWins
                && written.stream().anyMatch(key -> shared.changed.getOrDefault(key, 0) > begun)) {
            throw new CallFailedException("another was first", Fate.ABORTED, false, new IllegalStateException());
        }
        NavigableMap<Value, Value> contents = new TreeMap<>(shared.store.committed());
        shared.commits++;
        for (Value key : written) {
            shared.changed.put(key, shared.commits);
            Value value = working().get(key);
            if (value == null) {
                contents.remove(key);
            } else {
                contents.put(key, value);
            }
        }
        shared.store.commit(contents);
    }

    @Override
    public void abort() {
        shared.turns.pass(session);
    }

    @Override
    public void close() {
        shared.turns.leave(session);
    }
}
