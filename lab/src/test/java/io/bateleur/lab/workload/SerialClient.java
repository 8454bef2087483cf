package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A session of a store in memory that runs one transaction after another: who begins waits for its turn. */
class SerialClient implements KeyValueClient {
    /** What all sessions share. */
    static final class Store {
        private final ReentrantLock turn = new ReentrantLock();
        private NavigableMap<Value, Value> committed = new TreeMap<>();

        NavigableMap<Value, Value> committed() {
            return committed;
        }

        void commit(NavigableMap<Value, Value> contents) {
            committed = contents;
        }
    }

    private final Store store;
    private NavigableMap<Value, Value> working = new TreeMap<>();

    SerialClient(Store store) {
        this.store = store;
    }

    @Override
    public void begin() {
        store.turn.lock();
        copy();
    }

    /** Works from now on with a copy of what is committed. */
    final void copy() {
        working = new TreeMap<>(store.committed);
    }

    final NavigableMap<Value, Value> working() {
        return working;
    }

    @Override
    public Content get(Value key, boolean lock) {
        Value value = working.get(key);
        return value == null ? Content.absent() : Content.live(value);
    }

    @Override
    public void put(Value key, Value value) {
        working.put(key, value);
    }

    @Override
    public boolean delete(Value key) {
        working.remove(key);
        return true;
    }

    @Override
    public void append(Value key, Value element) {
        List<Value> elements = new ArrayList<>();
        if (working.get(key) instanceof Value.Elements list) {
            elements.addAll(list.value());
        }
        elements.add(element);
        working.put(key, Value.list(elements));
    }

    @Override
    public Content readList(Value key, boolean lock) {
        return get(key, lock);
    }

    @Override
    public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) {
        return range(low, high).entrySet().stream()
                .map(entry -> new Item(entry.getKey(), Content.live(entry.getValue())))
                .toList();
    }

    private NavigableMap<Value, Value> range(@Nullable Value low, @Nullable Value high) {
        NavigableMap<Value, Value> range = low == null ? working : working.tailMap(low, true);
        return high == null ? range : range.headMap(high, false);
    }

    @Override
    public Iterated iterate(@Nullable Value low, @Nullable Value high, int most) {
        List<Item> items = scan(low, high, false).stream().limit(most).toList();
        return new Iterated(items, items.size() == most);
    }

    @Override
    public void commit() throws CallFailedException {
        store.committed = working;
        store.turn.unlock();
    }

    @Override
    public void abort() {
        store.turn.unlock();
    }

    @Override
    public @Nullable String level() {
        return null;
    }

    @Override
    public void close() {}
}
