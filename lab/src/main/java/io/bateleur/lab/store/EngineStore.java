package io.bateleur.lab.store;

import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import io.bateleur.recorder.KeyValueClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An embedded engine that is open. To close it closes its sessions first, since engines crash or refuse when one is left. A session that
 * does not come back from a call cannot be closed; then the engine stays open, and goes with the process.
 */
public abstract class EngineStore implements Store {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Set<EmbeddedClient> clients = ConcurrentHashMap.newKeySet();
    private final Duration patience;
    private boolean closed;

    protected EngineStore() {
        this(PATIENCE);
    }

    /** @param patience how long to wait for sessions, and for the engine, before they are left to themselves */
    protected EngineStore(Duration patience) {
        this.patience = patience;
    }

    protected abstract EngineSession session() throws Exception;

    /** Called once, when no session is open. */
    protected abstract void shut();

    @Override
    public final synchronized void prepare() throws CallFailedException {
        requireOpen();
        try {
            EngineSession session = session();
            try {
                clear(session.begin());
            } finally {
                session.end();
            }
        } catch (Exception e) {
            throw new CallFailedException("no room could be made: " + e.getMessage(), Fate.ABORTED, true, e);
        }
    }

    private static void clear(EngineTransaction transaction) throws Exception {
        try {
            for (Table table : Table.values()) {
                List<byte[]> keys = new ArrayList<>();
                transaction.walk(table, Bounds.NONE, false, (key, value) -> keys.add(key));
                for (byte[] key : keys) {
                    transaction.delete(table, key);
                }
            }
            transaction.commit();
        } catch (Exception e) {
            transaction.rollback();
            throw e;
        }
    }

    @Override
    public final synchronized KeyValueClient open() throws CallFailedException {
        requireOpen();
        try {
            EmbeddedClient client = new EmbeddedClient(session(), clients::remove);
            clients.add(client);
            return client;
        } catch (Exception e) {
            throw new CallFailedException("no session: " + e.getMessage(), Fate.ABORTED, true, e);
        }
    }

    private void requireOpen() throws CallFailedException {
        if (closed) {
            IllegalStateException cause = new IllegalStateException("closed");
            throw new CallFailedException("the engine is closed", Fate.ABORTED, true, cause);
        }
    }

    @Override
    public final synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (Farewell.say(() -> clients.forEach(EmbeddedClient::close), patience)) {
            Farewell.say(this::shut, patience);
        }
    }
}
