package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The driver's connection of a session, and which engine is behind it. Guarded by its session. */
final class Link {
    private final Value session;
    private final Engine engine;
    /** Weak, because whoever keeps sessions by connection must not keep the connection. */
    private WeakReference<Connection> connection;

    private final ServerState state = new ServerState();

    Link(Value session, Connection real, Engine engine) {
        this.session = session;
        this.engine = engine;
        this.connection = new WeakReference<>(real);
    }

    Engine engine() {
        return engine;
    }

    boolean is(Engine other) {
        return engine == other;
    }

    /** The same session goes on behind another object. */
    void change(Connection again) {
        connection = new WeakReference<>(again);
    }

    Connection real() {
        Connection real = connection.get();
        if (real == null) {
            throw new IllegalStateException("the connection of session " + session + " is gone");
        }
        return real;
    }

    /** Whether the server has a transaction open that a statement began while auto-commit is on; null when the driver does not say. */
    @Nullable
    Boolean isInTransaction() throws SQLException {
        if (is(Engine.H2)) {
            return !real().getAutoCommit(); // BEGIN switches it off, and the end of the transaction on
        }
        String told = is(Engine.MYSQL) ? state.ofMariaDb(real()) : serverState();
        return told == null ? null : !told.equals("IDLE");
    }

    /** What the driver knows of the server's transaction, where that is PostgreSQL's; null when it does not say. */
    @Nullable
    String serverState() {
        return is(Engine.POSTGRESQL) ? state.of(real()) : null;
    }
}
