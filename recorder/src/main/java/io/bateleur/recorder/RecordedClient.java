package io.bateleur.recorder;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.EventWriter;
import io.bateleur.recorder.CallFailedException.Fate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client whose calls are recorded: before and after each, with what was asked and answered.
 *
 * <p>A call that failed and had no effect leaves no event. A write that was sent and whose transaction then aborted does: somebody
 * may have read it. A transaction whose commit was sent and not answered is UNKNOWN.
 */
final class RecordedClient implements KeyValueClient {
    private final Recorder recorder;
    private final KeyValueClient client;
    private final Value session;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final EventWriter events = new EventWriter(bytes);
    /** Of the transaction that is open, or 0. */
    private long id;

    RecordedClient(Recorder recorder, KeyValueClient client, Value session) {
        this.recorder = recorder;
        this.client = client;
        this.session = session;
    }

    private interface Call<T> {
        T make() throws CallFailedException;
    }

    private interface Event<T> {
        void write(T answer, long before, long after) throws IOException;
    }

    @Override
    public void begin() throws CallFailedException {
        if (id != 0) {
            throw new IllegalStateException("a transaction of session " + session + " is open");
        }
        long before = System.nanoTime();
        client.begin();
        long after = System.nanoTime();
        id = recorder.transaction();
        note(() -> events.begin(id, session, client.level(), before, after));
    }

    @Override
    public Content get(Value key, boolean lock) throws CallFailedException {
        return read(
                () -> client.get(key, lock),
                (seen, before, after) -> events.operation(id, OpKind.GET, key, seen, lock, before, after));
    }

    @Override
    public Content readList(Value key, boolean lock) throws CallFailedException {
        return read(
                () -> client.readList(key, lock),
                (seen, before, after) -> events.operation(id, OpKind.READ_LIST, key, seen, lock, before, after));
    }

    @Override
    public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) throws CallFailedException {
        return read(
                () -> client.scan(low, high, lock),
                (items, before, after) -> events.range(id, OpKind.SCAN, low, high, items, false, lock, before, after));
    }

    @Override
    public Iterated iterate(@Nullable Value low, @Nullable Value high, int most) throws CallFailedException {
        return read(
                () -> client.iterate(low, high, most),
                (seen, before, after) -> events.range(
                        id, OpKind.ITERATE, low, high, seen.items(), seen.stopped(), false, before, after));
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

    private <T> T read(Call<T> call, Event<T> event) throws CallFailedException {
        long before = System.nanoTime();
        try {
            T answer = call.make();
            long after = System.nanoTime();
            note(() -> event.write(answer, before, after));
            return answer;
        } catch (CallFailedException e) {
            failed(e, before);
            throw e;
        }
    }

    /** @param call returns whether it wrote */
    private boolean write(OpKind kind, Value key, Content written, Call<Boolean> call) throws CallFailedException {
        long before = System.nanoTime();
        try {
            boolean wrote = call.make();
            long after = System.nanoTime();
            note(() -> events.operation(id, wrote ? kind : OpKind.GET, key, written, false, before, after));
            return wrote;
        } catch (CallFailedException e) {
            if (e.fate() != Fate.GOES_ON) {
                long after = System.nanoTime();
                note(() -> events.operation(id, kind, key, written, false, before, after));
            }
            failed(e, before);
            throw e;
        }
    }

    @Override
    public void commit() throws CallFailedException {
        hand();
        long before = System.nanoTime();
        try {
            client.commit();
            end(Ending.COMMITTED, before);
        } catch (CallFailedException e) {
            failed(e, before);
            throw e;
        }
    }

    @Override
    public void abort() throws CallFailedException {
        long before = System.nanoTime();
        try {
            client.abort();
        } finally {
            end(Ending.ABORTED, before); // it was never asked to commit, whatever came of this
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
        if (id == 0) {
            return;
        }
        long after = System.nanoTime();
        note(() -> events.end(id, ending, before, after));
        id = 0;
        hand();
    }

    private interface Note {
        void write() throws IOException;
    }

    private static void note(Note note) {
        try {
            note.write();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
    }

    private void hand() {
        note(events::finish);
        if (bytes.size() > 0) {
            recorder.take(bytes.toByteArray());
            bytes.reset();
        }
    }

    @Override
    public @Nullable String level() {
        return client.level();
    }

    /** A transaction that is still open was never asked to commit. */
    @Override
    public void close() {
        long before = System.nanoTime();
        try {
            client.close();
        } finally {
            end(Ending.ABORTED, before);
        }
    }
}
