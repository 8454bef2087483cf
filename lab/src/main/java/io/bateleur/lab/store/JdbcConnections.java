package io.bateleur.lab.store;

import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;

/** Connections to one SQL database whose transactions run at one isolation level, and the words that it has for what others say otherwise. */
public final class JdbcConnections {
    private final Driver driver;
    private final String url;
    private final Properties properties;
    private final Dialect dialect;
    private final Isolation level;
    private volatile String answeredLevel = "";

    /** @param driver not one of the driver manager's: several versions may be loaded at once */
    public JdbcConnections(Driver driver, String url, Properties properties, Dialect dialect, Isolation level) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
        this.dialect = dialect;
        this.level = level;
    }

    /** What the database calls the level that its sessions have; empty when it was not asked yet or does not tell. */
    String answeredLevel() {
        return answeredLevel;
    }

    Dialect dialect() {
        return dialect;
    }

    /** A connection for {@link #session}, which has the level: the database was asked. */
    public Connection open() throws CallFailedException {
        try {
            Connection connection = connect();
            try {
                settle(connection);
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
            return connection;
        } catch (SQLException e) {
            throw new CallFailedException("no connection: " + said(e), Fate.ABORTED, true, e);
        }
    }

    private void settle(Connection connection) throws SQLException {
        dialect.setLevel(connection, level);
        connection.setAutoCommit(!dialect.begin().isEmpty());
        for (String query : dialect.askLevel()) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                String answer = rows.next() ? rows.getString(1) : "nothing";
                if (!dialect.isLevel(answer, level)) {
                    throw new WrongLevelException(level, answer);
                }
                answeredLevel = answer.strip();
                break;
            } catch (WrongLevelException e) {
                throw e;
            } catch (SQLException e) {
                rollback(connection); // this version has other words
            }
        }
        rollback(connection);
    }

    private static void rollback(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    /** A level that was asked for is not always the one that a session has. */
    private static final class WrongLevelException extends SQLException {
        WrongLevelException(Isolation asked, String answer) {
            super("asked for " + asked.sql() + ", but the session runs at " + answer);
        }
    }

    /** Transactions on a connection that was opened here, however it is wrapped now. */
    public JdbcSession session(Connection connection) {
        return new JdbcSession(connection, dialect);
    }

    /**
     * Makes tables; those of the same names that an earlier run left are gone.
     *
     * @param tables what stands between the parentheses of CREATE TABLE, by name
     */
    public void create(Map<String, String> tables) throws CallFailedException {
        try (Connection connection = connect()) {
            for (Map.Entry<String, String> table : tables.entrySet()) {
                create(connection, table.getKey(), table.getValue());
            }
            for (String last : dialect.settle()) {
                attempt(connection, last);
            }
        } catch (SQLException e) {
            throw new CallFailedException("no tables could be made: " + said(e), Fate.ABORTED, true, e);
        }
    }

    /** What a user of somebody else's database may not be allowed to do, and what works without. */
    private static void attempt(Connection connection, String sql) {
        try {
            execute(connection, sql);
        } catch (SQLException e) {
            // Servers of ours allow it.
        }
    }

    private void create(Connection connection, String table, String columns) throws SQLException {
        attempt(connection, "DROP TABLE " + table); // if that fails and it is there, to create it fails
        execute(connection, "CREATE TABLE " + table + " (" + columns + ")" + dialect.tableOptions());
    }

    /** With a statement of its own: some drivers close one that failed. */
    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What follows a query that locks the rows it finds; empty where there is no such thing. */
    public String locking() {
        return dialect.locking();
    }

    /** What follows a query of which only the first rows are wanted. */
    public String limit(int rows) {
        return dialect.limit(rows);
    }

    /** Whether an UPDATE can tell the rows it made, with RETURNING. */
    public boolean isReturning() throws CallFailedException {
        try (Connection connection = connect()) {
            return dialect.isReturning(connection.getMetaData());
        } catch (SQLException e) {
            throw new CallFailedException("no connection: " + said(e), Fate.ABORTED, true, e);
        }
    }

    /** A connection as the driver gives it. */
    public Connection connect() throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver " + driver.getClass().getName() + " does not know " + url);
        }
        return connection;
    }

    /** What a driver says, with what it says behind that. */
    static String said(SQLException e) {
        StringBuilder text = new StringBuilder(String.valueOf(e.getMessage()));
        for (SQLException next = e.getNextException(); next != null; next = next.getNextException()) {
            text.append("; ").append(next.getMessage());
        }
        return text.toString();
    }
}
