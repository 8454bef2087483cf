package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** An XA data source whose connections and branches are recorded. */
public final class RecordedXaSource extends Wrapper {
    private static final Shape.Kind KIND = Shape.Kind.of(XADataSource.class, RecordedXaSource::action);
    private static final Shape.Kind CONNECTION =
            Shape.Kind.of(XAConnection.class, RecordedXaSource::actionOfConnection);

    private final Ledger ledger;
    private final Branches branches;

    RecordedXaSource(XADataSource real, Ledger ledger, Branches branches) {
        super(real, KIND);
        this.ledger = ledger;
        this.branches = branches;
    }

    private static @Nullable Action<RecordedXaSource> action(Method method) {
        return method.getName().equals("getXAConnection") ? RecordedXaSource::connect : null;
    }

    private @Nullable Object connect(Passage way, Object[] args) throws Throwable {
        Object made = pass(way, args);
        return made instanceof XAConnection connection
                ? new RecordedXaConnection(connection, ledger, branches).skin()
                : made;
    }

    private static @Nullable Action<RecordedXaConnection> actionOfConnection(Method method) {
        return switch (method.getName()) {
            case "getConnection" -> RecordedXaConnection::handle;
            case "getXAResource" -> RecordedXaConnection::resource;
            default -> null;
        };
    }

    /** One connection to the server, and one session of the trace, however many handles it gives out. */
    private static final class RecordedXaConnection extends Wrapper {
        private final Ledger ledger;
        private final Branches branches;
        private final SessionOfBranch session;

        RecordedXaConnection(XAConnection real, Ledger ledger, Branches branches) {
            super(real, CONNECTION);
            this.ledger = ledger;
            this.branches = branches;
            this.session = new SessionOfBranch(ledger);
        }

        @Nullable
        Object handle(Passage way, Object[] args) throws Throwable {
            Object made = pass(way, args);
            if (!(made instanceof Connection connection)) {
                return made;
            }
            Session known = session.known;
            if (known != null) {
                known.reopen(connection);
                return new RecordedConnection(connection, known, session).skin();
            }
            io.bateleur.core.model.Value name = ledger.newSession();
            try {
                Session started = new Session(ledger, connection, name, null);
                session.start(started);
                started.ask();
                return new RecordedConnection(connection, started, session).skin();
            } catch (SQLException | RuntimeException e) {
                ledger.failed(name, e);
                return made;
            }
        }

        @Nullable
        Object resource(Passage way, Object[] args) throws Throwable {
            Object made = pass(way, args);
            return made instanceof XAResource resource
                    ? new RecordedXaResource(resource, session, branches).skin()
                    : made;
        }
    }

    /** The session of an XA connection, which begins with its first handle; its first branch may come before. */
    static final class SessionOfBranch {
        private final UnderWay underWay;
        private @Nullable Session known;
        private boolean inBranch;
        /** A branch that was joined before there was a session. */
        private @Nullable Runnable joins;

        SessionOfBranch(Ledger ledger) {
            this.underWay = new UnderWay(ledger);
        }

        UnderWay underWay() {
            return underWay;
        }

        synchronized void start(Session session) {
            known = session;
            Abandonment.watch(this, session);
            if (inBranch) {
                session.branchStarted();
            }
            if (joins != null) {
                joins.run();
            }
        }

        synchronized void branchStarted() {
            inBranch = true;
            if (known != null) {
                known.branchStarted();
            }
        }

        synchronized void branchResumed(Xid xid, Branches branches) {
            branchStarted();
            joins = () -> join(xid, branches);
            if (known != null) {
                joins.run();
            }
        }

        private void join(Xid xid, Branches branches) {
            joins = null;
            Session session = known;
            if (session != null) {
                Branches.Found found = branches.join(xid, this, session);
                session.branchResumed(found.txn(), found.shared());
            }
        }

        boolean is(Session other) {
            return known == other;
        }

        /** What was done in the branch, by whom; null when nothing was. */
        synchronized Branches.@Nullable Branch branchLeft() {
            inBranch = false;
            joins = null;
            Txn txn = known == null ? null : known.branchLeft();
            return known == null || txn == null ? null : new Branches.Branch(known, txn);
        }
    }
}
