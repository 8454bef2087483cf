package io.bateleur.recorder;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A store in memory, one transaction at a time, that fails when it is told to. */
final class MemoryClient implements KeyValueClient {
    /** What all clients share. */
    static final class Data {
        private final ReentrantLock lock = new ReentrantLock();
        private final NavigableMap<Long, Value> values = new TreeMap<>();
        private final Map<Long, List<Value>> lists = new TreeMap<>();
    }

    private final Data data;
    private final NavigableMap<Long, Value> before = new TreeMap<>();
    /** What the next call fails with. */
    @Nullable
    CallFailedException next;

    MemoryClient(Data data) {
        this.data = data;
    }

    static CallFailedException failure(Fate fate) {
        return new CallFailedException("on purpose", fate, fate == Fate.UNKNOWN, new IllegalStateException());
    }

    private void fail() throws CallFailedException {
        CallFailedException failure = next;
        next = null;
        if (failure != null) {
            if (failure.fate() != Fate.GOES_ON) {
                end(failure.fate() == Fate.ABORTED);
            }
            throw failure;
        }
    }

    private static long number(@Nullable Value key, long otherwise) {
        return key instanceof Value.Int integer ? integer.value() : otherwise;
    }

    @Override
    public void begin() throws CallFailedException {
        fail();
        data.lock.lock();
        before.clear();
        before.putAll(data.values);
    }

    private void end(boolean undone) {
        if (undone) {
            data.values.clear();
            data.values.putAll(before);
        }
        if (data.lock.isHeldByCurrentThread()) {
            data.lock.unlock();
        }
    }

    @Override
    public Content get(Value key, boolean lock) throws CallFailedException {
        fail();
        Value value = data.values.get(number(key, 0));
        return value == null ? Content.absent() : Content.live(value);
    }

    @Override
    public void put(Value key, Value value) throws CallFailedException {
        fail();
        data.values.put(number(key, 0), value);
    }

    @Override
    public boolean delete(Value key) throws CallFailedException {
        fail();
        return data.values.remove(number(key, 0)) != null;
    }

    @Override
    public void append(Value key, Value element) throws CallFailedException {
        fail();
        data.lists.computeIfAbsent(number(key, 0), k -> new ArrayList<>()).add(element);
    }

    @Override
    public Content readList(Value key, boolean lock) throws CallFailedException {
        fail();
        List<Value> list = data.lists.get(number(key, 0));
        return list == null ? Content.absent() : Content.live(Value.list(List.copyOf(list)));
    }

    @Override
    public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) throws CallFailedException {
        fail();
        return data
                .values
                .subMap(number(low, Long.MIN_VALUE), true, number(high, Long.MAX_VALUE), false)
                .entrySet()
                .stream()
                .map(each -> new Item(Value.of(each.getKey()), Content.live(each.getValue())))
                .toList();
    }

    @Override
    public Iterated iterate(@Nullable Value low, @Nullable Value high, int most) throws CallFailedException {
        List<Item> all = scan(low, high, false);
        return new Iterated(all.subList(0, Math.min(most, all.size())), all.size() >= most);
    }

    @Override
    public void commit() throws CallFailedException {
        fail();
        end(false);
    }

    @Override
    public void abort() throws CallFailedException {
        fail();
        end(true);
    }

    @Override
    public @Nullable String level() {
        return "serializable";
    }

    @Override
    public void close() {
        end(true);
    }
}
