package io.bateleur.lab.store;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import io.bateleur.recorder.KeyValueClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session of an embedded engine. Every call holds the session's monitor: another thread that closes it waits for the call that
 * runs, because an engine in native code does not survive that its transaction goes away meanwhile.
 */
final class EmbeddedClient implements KeyValueClient {
    private final EngineSession session;
    private final Consumer<EmbeddedClient> whenClosed;
    private @Nullable EngineTransaction transaction;
    private boolean closed;

    EmbeddedClient(EngineSession session, Consumer<EmbeddedClient> whenClosed) {
        this.session = session;
        this.whenClosed = whenClosed;
    }

    private interface Work<T> {
        T run(EngineTransaction transaction) throws Exception;
    }

    private <T> T attempt(Work<T> work) throws CallFailedException {
        try {
            return work.run(current());
        } catch (CallFailedException e) {
            throw e;
        } catch (Exception e) {
            throw failed(e, Fate.ABORTED);
        }
    }

    private EngineTransaction current() throws CallFailedException {
        requireOpen();
        if (transaction == null) {
            throw new IllegalStateException("no transaction has begun");
        }
        return transaction;
    }

    private void requireOpen() throws CallFailedException {
        if (closed) {
            IllegalStateException cause = new IllegalStateException("closed");
            throw new CallFailedException("the session is closed", Fate.ABORTED, true, cause);
        }
    }

    /**
     * Whatever failed, the transaction is rolled back, so that no lock and no handle of it is left.
     *
     * @param otherwise its fate where the engine did not refuse it
     */
    private CallFailedException failed(Exception e, Fate otherwise) {
        boolean ended = rolledBack();
        if (session.isRefusal(e)) {
            return new CallFailedException(said(e), Fate.ABORTED, !ended, e);
        }
        if (session.isFailure(e)) {
            return new CallFailedException(said(e), otherwise, !ended, e);
        }
        throw e instanceof RuntimeException ours ? ours : new IllegalStateException(e);
    }

    private static String said(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    private boolean rolledBack() {
        EngineTransaction open = transaction;
        transaction = null;
        if (open == null) {
            return true;
        }
        try {
            open.rollback();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    @Override
    public synchronized void begin() throws CallFailedException {
        requireOpen();
        if (transaction != null) {
            throw new IllegalStateException("a transaction is open");
        }
        try {
            transaction = session.begin();
        } catch (Exception e) {
            throw failed(e, Fate.ABORTED);
        }
    }

    @Override
    public synchronized Content get(Value key, boolean lock) throws CallFailedException {
        byte[] bytes = Encoding.key(key);
        return attempt(open -> content(open.get(Table.VALUES, bytes, lock), Encoding::key));
    }

    @Override
    public synchronized Content readList(Value key, boolean lock) throws CallFailedException {
        byte[] bytes = Encoding.key(key);
        return attempt(open -> content(open.get(Table.LISTS, bytes, lock), Encoding::list));
    }

    private static Content content(byte @Nullable [] bytes, Function<byte[], Value> decoding) {
        return bytes == null ? Content.absent() : Content.live(decoding.apply(bytes));
    }

    @Override
    public synchronized void put(Value key, Value value) throws CallFailedException {
        byte[] bytes = Encoding.key(key);
        byte[] written = Encoding.key(value);
        attempt(open -> {
            open.put(Table.VALUES, bytes, written);
            return true;
        });
    }

    /** A tombstone is a write, whether or not there was anything to delete. */
    @Override
    public synchronized boolean delete(Value key) throws CallFailedException {
        byte[] bytes = Encoding.key(key);
        return attempt(open -> {
            open.delete(Table.VALUES, bytes);
            return true;
        });
    }

    @Override
    public synchronized void append(Value key, Value element) throws CallFailedException {
        byte[] bytes = Encoding.key(key);
        byte[] added = Encoding.element(element);
        attempt(open -> {
            open.append(bytes, added);
            return true;
        });
    }

    @Override
    public synchronized List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock)
            throws CallFailedException {
        return walk(Bounds.of(low, high), lock, Integer.MAX_VALUE);
    }

    @Override
    public synchronized Iterated iterate(@Nullable Value low, @Nullable Value high, int most)
            throws CallFailedException {
        List<Item> items = most > 0 ? walk(Bounds.of(low, high), false, most) : List.of();
        return new Iterated(items, items.size() >= most);
    }

    private List<Item> walk(Bounds bounds, boolean lock, int most) throws CallFailedException {
        return attempt(open -> {
            List<Item> items = new ArrayList<>();
            open.walk(Table.VALUES, bounds, lock, (key, value) -> {
                items.add(new Item(Encoding.key(key), Content.live(Encoding.key(value))));
                return items.size() < most;
            });
            return items;
        });
    }

    @Override
    public synchronized void commit() throws CallFailedException {
        EngineTransaction open = current();
        try {
            open.commit();
            transaction = null;
        } catch (Exception e) {
            throw failed(e, Fate.UNKNOWN);
        }
    }

    @Override
    public synchronized void abort() throws CallFailedException {
        EngineTransaction open = current();
        transaction = null;
        try {
            open.rollback();
        } catch (Exception e) {
            throw new CallFailedException(said(e), Fate.ABORTED, true, e);
        }
    }

    /** Engines do not tell. */
    @Override
    public @Nullable String level() {
        return null;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        rolledBack();
        session.end();
        whenClosed.accept(this);
    }
}
