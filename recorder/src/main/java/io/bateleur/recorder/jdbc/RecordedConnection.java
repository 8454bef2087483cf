package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection whose statements and transactions are recorded. */
final class RecordedConnection extends Wrapper implements Straight.ToConnection {
    private static final Shape.Kind KIND =
            Shape.Kind.of(Connection.class, Straight.ToConnection.class, RecordedConnection::action);

    private final Connection connection;
    private final Session session;
    /** Null as long as there are none, as in most transactions. */
    private @Nullable Map<Savepoint, String> savepoints;

    private int unnamed;
    /** Those that were asked for last: a driver that has one for all gives it each time. */
    private @Nullable Object metadata;

    private final @Nullable Abandonment abandonment;
    /** What must not be taken for lost as long as this is not. */
    @SuppressWarnings("unused")
    private final @Nullable Object owner;

    RecordedConnection(Connection real, Session session) {
        super(real, KIND);
        this.connection = real;
        this.session = session;
        this.owner = null;
        this.abandonment = Abandonment.watch(this, session);
    }

    /** @param owner which is watched in its place */
    RecordedConnection(Connection real, Session session, Object owner) {
        super(real, KIND);
        this.connection = real;
        this.session = session;
        this.owner = owner;
        this.abandonment = null;
    }

    private static @Nullable Action<RecordedConnection> action(Method method) {
        return switch (method.getName()) {
            case "createStatement", "prepareStatement", "prepareCall" -> RecordedConnection::statement;
            case "getMetaData" -> RecordedConnection::metaData;
            case "rollback" ->
                method.getParameterCount() == 0 ? RecordedConnection::rollback : RecordedConnection::rollbackTo;
            case "setSavepoint" -> RecordedConnection::setSavepoint;
            case "releaseSavepoint" -> RecordedConnection::releaseSavepoint;
            case "setAutoCommit" -> RecordedConnection::setAutoCommit;
            case "setTransactionIsolation" -> RecordedConnection::setLevel;
            case "setSchema" -> (self, way, args) -> self.setPlace("SET SCHEMA ", '"', way, args);
            case "setCatalog" ->
                (self, way, args) -> self.session.engine() == Engine.MYSQL
                        ? self.setPlace("USE ", '`', way, args)
                        : self.pass(way, args);
            case "close" -> method.getParameterCount() == 0 ? RecordedConnection::close : null;
            case "abort" -> RecordedConnection::abort;
            default -> DriversOwn.action(method);
        };
    }

    Session session() {
        return session;
    }

    private @Nullable Object statement(Passage way, Object[] args) throws Throwable {
        String text = args.length > 0 && args[0] instanceof String sql ? sql : null;
        return statement(pass(way, args), text, RecordedStatement.wantsKeys(args));
    }

    private @Nullable Object statement(@Nullable Object made, @Nullable String text, boolean keys) {
        return made instanceof Statement statement
                ? wrapped(made, () -> RecordedStatement.of(statement, this, text, keys)
                        .skin())
                : made;
    }

    @Override
    public @Nullable PreparedStatement prepareStatement(String sql) throws SQLException {
        return (PreparedStatement) statement(connection.prepareStatement(sql), sql, false);
    }

    /** The wrapper, or the bare thing when we cannot make one. */
    private Object wrapped(Object bare, java.util.function.Supplier<Object> wrapper) {
        Object[] made = {bare};
        session.quietly(() -> made[0] = wrapper.get());
        return made[0];
    }

    private @Nullable Object metaData(Passage way, Object[] args) throws Throwable {
        Object made = pass(way, args);
        Wrapper known = Wrapper.of(metadata);
        if (made != null && (known == null || known.real() != made)) {
            metadata = wrapped(made, () -> Belonging.metadata(made, skin()).skin());
        }
        return made == null ? null : metadata;
    }

    @Override
    public void commit() throws SQLException {
        Txn txn = session.commit();
        long before = session.underWay().calling();
        try {
            connection.commit();
            session.committed(txn, before);
            savepoints = null;
        } catch (Throwable e) {
            session.commitFailed(txn, before, e);
            throw e;
        } finally {
            session.underWay().called();
        }
    }

    private @Nullable Object rollback(Passage way, Object[] args) throws Throwable {
        long before = session.underWay().calling();
        boolean failed = true;
        try {
            Object answer = pass(way, args);
            failed = false;
            return answer;
        } finally {
            session.rolledBack(before, failed);
            session.underWay().called();
            savepoints = null;
        }
    }

    private @Nullable Object setAutoCommit(Passage way, Object[] args) throws Throwable {
        boolean on = Boolean.TRUE.equals(args[0]);
        Txn txn = on && !session.isAutoCommit() ? session.commit() : null;
        long before = session.underWay().calling();
        try {
            Object answer = pass(way, args);
            session.switched(on, before);
            return answer;
        } catch (Throwable e) {
            session.switchFailed(txn, before, e);
            throw e;
        } finally {
            session.underWay().called();
        }
    }

    private @Nullable Object setLevel(Passage way, Object[] args) throws Throwable {
        Object answer = pass(way, args);
        if (args[0] instanceof Integer level) {
            session.levelSet(level);
        }
        return answer;
    }

    /** Names mean other tables from here on: a statement, however it is said. */
    private @Nullable Object setPlace(String words, char quote, Passage way, Object[] args) throws Throwable {
        return said(words + quote + args[0] + quote, way, args);
    }

    private @Nullable Object close(Passage way, Object[] args) throws Throwable {
        if (connection.isClosed()) {
            long now = session.underWay().calling();
            closed(now, true); // it was never asked to commit
            session.underWay().called();
            return pass(way, args);
        }
        session.closing();
        long before = session.underWay().calling();
        try {
            Object answer = pass(way, args);
            closed(before, Closing.rollsBack(connection, session.engine()));
            return answer;
        } catch (Throwable e) {
            if (isGone()) {
                closed(before, Closing.rollsBack(connection, session.engine()));
            }
            throw e;
        } finally {
            session.underWay().called();
        }
    }

    private void closed(long before, boolean rollsBack) {
        session.closed(before, rollsBack);
        if (abandonment != null) {
            abandonment.end();
        }
    }

    private boolean isGone() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return false;
        }
    }

    private @Nullable Object abort(Passage way, Object[] args) throws Throwable {
        long before = session.underWay().calling();
        try {
            Object answer = pass(way, args);
            closed(before, true);
            return answer;
        } finally {
            session.underWay().called();
        }
    }

    // ---- savepoints are statements, however they are asked for

    private @Nullable Object setSavepoint(Passage way, Object[] args) throws Throwable {
        String name = args.length > 0 ? String.valueOf(args[0]) : "unnamed" + ++unnamed;
        Object made = said("SAVEPOINT " + quoted(name), way, args);
        if (made instanceof Savepoint savepoint) {
            savepoints = savepoints == null ? new IdentityHashMap<>() : savepoints;
            savepoints.put(savepoint, quoted(name));
        }
        return made;
    }

    private @Nullable Object rollbackTo(Passage way, Object[] args) throws Throwable {
        return said("ROLLBACK TO SAVEPOINT " + name(args), way, args);
    }

    private @Nullable Object releaseSavepoint(Passage way, Object[] args) throws Throwable {
        Object answer = said("RELEASE SAVEPOINT " + name(args), way, args);
        if (args[0] instanceof Savepoint point && savepoints != null) {
            savepoints.remove(point); // a long transaction may have very many
        }
        return answer;
    }

    private String name(Object[] args) {
        return args[0] instanceof Savepoint point && savepoints != null
                ? savepoints.getOrDefault(point, "unknown")
                : "unknown";
    }

    private static String quoted(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private @Nullable Object said(String text, Passage way, Object[] args) throws Throwable {
        Call call = session.issue(session.ledger().sql(text), List.of());
        try {
            Object answer = pass(way, args);
            session.answered(call, true);
            return answer;
        } catch (Throwable e) {
            session.failed(call, e);
            throw e;
        }
    }
}
