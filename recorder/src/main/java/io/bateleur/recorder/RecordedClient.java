package io.bateleur.recorder;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException.Fate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client whose calls are recorded: before and after each, with what was asked and answered.
 *
 * <p>A call that failed and had no effect leaves no event. A write that was sent and whose transaction then aborted does: somebody
 * may have read it. A transaction whose commit was sent and not answered is UNKNOWN.
 */
final class RecordedClient implements KeyValueClient {
    private final KeyValueClient client;
    private final SessionLog log;
    private final @Nullable String lockMode;

    RecordedClient(KeyValueClient client, SessionLog log) {
        this.client = client;
        this.log = log;
        this.lockMode = client.lockMode();
    }

    private interface Call<T> {
        T make() throws CallFailedException;
    }

    private interface Told<T> {
        void answer(T answer, long before, long after);
    }

    @Override
    public void begin() throws CallFailedException {
        if (log.isOpen()) {
            throw new IllegalStateException("a transaction of session " + log.session() + " is open");
        }
        long before = log.calling();
        try {
            client.begin();
            long after = System.nanoTime();
            log.begin(client.level(), before, after);
        } finally {
            log.called();
        }
    }

    @Override
    public Content get(Value key, boolean lock) throws CallFailedException {
        return read(OpKind.GET, key, lock, () -> client.get(key, lock));
    }

    @Override
    public Content readList(Value key, boolean lock) throws CallFailedException {
        return read(OpKind.READ_LIST, key, lock, () -> client.readList(key, lock));
    }

    private Content read(OpKind kind, Value key, boolean lock, Call<Content> call) throws CallFailedException {
        return read(call, (seen, before, after) -> operation(kind, key, seen, lock, before, after));
    }

    @Override
    public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) throws CallFailedException {
        return read(
                () -> client.scan(low, high, lock),
                (items, before, after) -> range(OpKind.SCAN, low, high, items, false, lock, before, after));
    }

    @Override
    public Iterated iterate(@Nullable Value low, @Nullable Value high, int most) throws CallFailedException {
        return read(
                () -> client.iterate(low, high, most),
                (seen, before, after) ->
                        range(OpKind.ITERATE, low, high, seen.items(), seen.stopped(), false, before, after));
    }

    private void operation(OpKind kind, Value key, Content content, boolean lock, long before, long after) {
        long id = log.id();
        log.note(
                out -> out.operation(id, kind, key, content, lock, lockMode, before, after),
                Weight.of(key) + Weight.of(content));
    }

    private void range(
            OpKind kind,
            @Nullable Value low,
            @Nullable Value high,
            List<Item> items,
            boolean stopped,
            boolean lock,
            long before,
            long after) {
        long id = log.id();
        List<Item> seen = List.copyOf(items); // the list is the application's
        log.note(
                out -> out.range(id, kind, low, high, seen, stopped, lock, lockMode, before, after),
                seen.stream()
                        .mapToLong(item -> Weight.of(item.key()) + Weight.of(item.content()))
                        .sum());
    }

    @Override
    public void put(Value key, Value value) throws CallFailedException {
        write(OpKind.PUT, key, Content.live(value), () -> {
            client.put(key, value);
            return true;
        });
    }

    @Override
    public void append(Value key, Value element) throws CallFailedException {
        write(OpKind.APPEND, key, Content.live(element), () -> {
            client.append(key, element);
            return true;
        });
    }

    /** Where there was nothing to delete, and no write of that, the transaction has seen that there is nothing. */
    @Override
    public boolean delete(Value key) throws CallFailedException {
        return write(OpKind.DELETE, key, Content.absent(), () -> client.delete(key));
    }

    private <T> T read(Call<T> call, Told<T> told) throws CallFailedException {
        long before = log.calling();
        try {
            T answer = call.make();
            told.answer(answer, before, System.nanoTime());
            return answer;
        } catch (CallFailedException e) {
            failed(e, before);
            throw e;
        } finally {
            log.called();
        }
    }

    /** @param call returns whether it wrote */
    private boolean write(OpKind kind, Value key, Content written, Call<Boolean> call) throws CallFailedException {
        long before = log.calling();
        try {
            boolean wrote = call.make();
            operation(wrote ? kind : OpKind.GET, key, written, false, before, System.nanoTime());
            return wrote;
        } catch (CallFailedException e) {
            if (e.fate() != Fate.GOES_ON) {
                operation(kind, key, written, false, before, System.nanoTime());
            }
            failed(e, before);
            throw e;
        } finally {
            log.called();
        }
    }

    @Override
    public void commit() throws CallFailedException {
        log.hand();
        long before = log.calling();
        try {
            client.commit();
            end(Ending.COMMITTED, before);
        } catch (CallFailedException e) {
            failed(e, before);
            throw e;
        } finally {
            log.called();
        }
    }

    @Override
    public void abort() throws CallFailedException {
        long before = log.calling();
        try {
            client.abort();
        } finally {
            end(Ending.ABORTED, before); // it was never asked to commit, whatever came of this
            log.called();
        }
    }

    private void failed(CallFailedException e, long before) {
        switch (e.fate()) {
            case GOES_ON -> {}
            case ABORTED -> end(Ending.ABORTED, before);
            case UNKNOWN -> end(Ending.UNKNOWN, before);
        }
    }

    private void end(Ending ending, long before) {
        log.end(ending, before, System.nanoTime());
    }

    @Override
    public @Nullable String level() {
        return client.level();
    }

    /** A transaction that is still open was never asked to commit. */
    @Override
    public void close() {
        long before = log.calling();
        try {
            client.close();
        } finally {
            end(Ending.ABORTED, before);
            log.called();
        }
    }
}
