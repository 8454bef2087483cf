package io.bateleur.lab.repro;

import io.bateleur.lab.run.InsideDatabase;
import io.bateleur.lab.run.Place;
import io.bateleur.lab.server.ServerException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** An engine inside this program; each run has one of its own. */
final class InsideGround implements Ground {
    /** Longer than the patience with a step that is to answer, and short enough to end what nobody ends. */
    private static final Map<String, Map<String, String>> DEFAULTS =
            Map.of("h2", Map.of("LOCK_TIMEOUT", "20000"), "sqlite", Map.of("busy_timeout", "0"));

    private final String engine;
    private final String version;
    private final Driver driver;
    private final Map<String, String> settings;
    private final Manners manners;

    InsideGround(String engine, String version, Driver driver, Map<String, String> settings) {
        this.engine = engine;
        this.version = version;
        this.driver = driver;
        this.settings = new LinkedHashMap<>(DEFAULTS.getOrDefault(engine, Map.of()));
        this.settings.putAll(settings);
        this.manners = Manners.of(engine, settings.getOrDefault("tx", engine.equals("hsqldb") ? "locks" : ""));
    }

    @Override
    public String engine() {
        return engine;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Manners manners() {
        return manners;
    }

    @Override
    public Arena fresh() throws ServerException, SQLException {
        InsideDatabase database = InsideDatabase.open(engine, driver, settings);
        try (Connection connection = connect(database.place(), "");
                Statement statement = connection.createStatement()) {
            for (String last : manners.dialect().settle()) {
                statement.execute(last);
            }
        }
        return new Arena() {
            @Override
            public Connection connect(String session) throws SQLException {
                return InsideGround.this.connect(database.place(), session);
            }

            @Override
            public Connection monitor() throws SQLException {
                return connect("");
            }

            @Override
            public void close() {
                database.close();
            }
        };
    }

    private Connection connect(Place place, String session) throws SQLException {
        Properties login = new Properties();
        login.putAll(place.login());
        if (engine.equals("derby") && !session.isEmpty()) {
            login.setProperty("user", DerbyManners.user(session));
        }
        Connection connection = place.driver().connect(place.url(), login);
        if (connection == null) {
            throw new SQLException("the driver does not know " + place.url());
        }
        if (engine.equals("derby")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SCHEMA SYS"); // of all users the same, until there is another
                statement.execute("SET SCHEMA " + schema(statement));
            }
        }
        return connection;
    }

    /** Each user of Derby has a schema of his own; all sessions shall use the same. */
    private static String schema(Statement statement) throws SQLException {
        try {
            statement.execute("CREATE SCHEMA BATELEUR");
        } catch (SQLException e) {
            // It is there.
        }
        return "BATELEUR";
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return engine + ":" + version;
    }
}
