package io.bateleur.lab.store;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import io.bateleur.recorder.KeyValueClient;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A SQL database as a key-value store: tables of keys and values, and tables of keys and lists. */
public final class JdbcStore implements Store {
    /** Keys are spread over so many tables, because what goes wrong between tables is not what goes wrong within one. */
    static final int TABLES = 3;

    private final Driver driver;
    private final String url;
    private final Properties properties;
    private final Dialect dialect;
    private final Isolation level;
    private volatile String answeredLevel = "";

    /** @param driver not one of the driver manager's: several versions may be loaded at once */
    public JdbcStore(Driver driver, String url, Properties properties, Dialect dialect, Isolation level) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
        this.dialect = dialect;
        this.level = level;
    }

    static String values(int table) {
        return "bateleur_kv" + table;
    }

    static String lists(int table) {
        return "bateleur_list" + table;
    }

    @Override
    public void prepare() throws CallFailedException {
        try (Connection connection = connect()) {
            for (int table = 0; table < TABLES; table++) {
                create(connection, values(table), dialect.integerType());
                create(connection, lists(table), dialect.textType());
            }
            for (String last : dialect.settle()) {
                settle(connection, last);
            }
        } catch (SQLException e) {
            throw new CallFailedException("no tables could be made: " + said(e), Fate.ABORTED, true, e);
        }
    }

    /** What a user of somebody else's database may not be allowed to do, and what works without. */
    private static void settle(Connection connection, String sql) {
        try {
            execute(connection, sql);
        } catch (SQLException e) {
            // Servers of ours allow it.
        }
    }

    private void create(Connection connection, String table, String type) throws SQLException {
        try {
            execute(connection, "DROP TABLE " + table);
        } catch (SQLException e) {
            // It was not there; if it is, to create it fails.
        }
        execute(
                connection,
                "CREATE TABLE " + table + " (k " + dialect.integerType() + " NOT NULL PRIMARY KEY, v " + type + ")"
                        + dialect.tableOptions());
    }

    /** With a statement of its own: some drivers close one that failed. */
    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public KeyValueClient open() throws CallFailedException {
        try {
            JdbcClient client = new JdbcClient(connect(), dialect, level);
            answeredLevel = client.answeredLevel();
            return client;
        } catch (SQLException e) {
            throw new CallFailedException("no connection: " + said(e), Fate.ABORTED, true, e);
        }
    }

    @Override
    public boolean locksReads() {
        return dialect.locksReads();
    }

    @Override
    public String answeredLevel() {
        return answeredLevel;
    }

    @Override
    public List<Value> listKeys() throws CallFailedException {
        List<Value> keys = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (int table = 0; table < TABLES; table++) {
                try (ResultSet rows = statement.executeQuery("SELECT k FROM " + lists(table))) {
                    while (rows.next()) {
                        keys.add(Value.of(rows.getLong(1)));
                    }
                }
            }
        } catch (SQLException e) {
            throw new CallFailedException("the lists cannot be told: " + said(e), Fate.ABORTED, true, e);
        }
        return keys;
    }

    private Connection connect() throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver " + driver.getClass().getName() + " does not know " + url);
        }
        return connection;
    }

    /** What a driver says, with what it says behind that. */
    private static String said(SQLException e) {
        StringBuilder text = new StringBuilder(String.valueOf(e.getMessage()));
        for (SQLException next = e.getNextException(); next != null; next = next.getNextException()) {
            text.append("; ").append(next.getMessage());
        }
        return text.toString();
    }

    @Override
    public void close() {}
}
