package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.Recorder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/** Records connections of JDBC into a trace. What is given back behaves as what was given, and is used in its place. */
public final class JdbcRecording {
    private final Ledger ledger;
    /** The last session of each connection that a pool keeps. */
    private final Map<Connection, Session> sessions = new WeakHashMap<>();

    private final Branches branches = new Branches();

    public JdbcRecording(Recorder recorder, JdbcOptions options) {
        this.ledger = new Ledger(recorder, options);
    }

    /** The same connection, recorded from now on, as one session of the trace. */
    public Connection connection(Connection real, Value session) {
        return started(real, session, null);
    }

    /** A session without a name of its own. */
    Connection connection(Connection real) {
        return connection(real, ledger.newSession());
    }

    /** The same data source; each connection that is taken from it is a session, or each connection behind a pool. */
    public DataSource dataSource(DataSource real) {
        return (DataSource) new RecordedSource(real, this::taken).skin();
    }

    /** The same data source; the transactions of its connections end with their branches, or as any others outside of one. */
    public XADataSource xaDataSource(XADataSource real) {
        return (XADataSource) new RecordedXaSource(real, ledger, branches).skin();
    }

    private Connection taken(Connection real) {
        Connection behind = behind(real);
        Session known = known(behind);
        if (known == null || ledger.options().sessions() == JdbcOptions.Sessions.CHECKOUT) {
            return started(real, ledger.newSession(), behind);
        }
        known.reopen(real);
        return (Connection) new RecordedConnection(real, known).skin();
    }

    /** @param behind the connection whose last session is to be remembered, if any */
    private Connection started(Connection real, Value name, @Nullable Connection behind) {
        try {
            Session last = behind == null ? null : known(behind);
            Session session = new Session(ledger, real, name, last);
            if (behind != null) {
                synchronized (sessions) {
                    sessions.put(behind, session);
                }
            }
            session.ask();
            return (Connection) new RecordedConnection(real, session).skin();
        } catch (SQLException | RuntimeException | Error e) {
            ledger.failed(name, e);
            return real;
        }
    }

    private @Nullable Session known(Connection behind) {
        synchronized (sessions) {
            return sessions.get(behind);
        }
    }

    /** The driver's own connection, where a pool shows it. */
    private static Connection behind(Connection real) {
        try {
            return real.isWrapperFor(Connection.class) ? real.unwrap(Connection.class) : real;
        } catch (SQLException e) {
            return real;
        }
    }
}
