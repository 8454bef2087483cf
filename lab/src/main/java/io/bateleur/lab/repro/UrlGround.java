package io.bateleur.lab.repro;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Somebody else's database: each run has a schema of its own in it, where it may make one. */
final class UrlGround implements Ground {
    private final String engine;
    private final String url;
    private final Driver driver;
    private final Properties login;
    private final Manners manners;
    private final String version;
    private int made;

    UrlGround(String engine, String url, Driver driver, Properties login) throws SQLException {
        this.engine = engine;
        this.url = url;
        this.driver = driver;
        this.login = login;
        this.manners = Manners.of(engine, "");
        try (Connection connection = plain()) {
            String told = connection.getMetaData().getDatabaseProductVersion();
            this.version = told.replaceFirst("^\\D*(\\d+(?:\\.\\d+)*).*", "$1").strip();
        }
    }

    private Connection plain() throws SQLException {
        Connection connection = driver.connect(url, login);
        if (connection == null) {
            throw new SQLException("the driver does not know " + url);
        }
        return connection;
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
    public Arena fresh() throws SQLException {
        String name = "bateleur_case_" + ProcessHandle.current().pid() + "_" + ++made;
        try (Connection connection = plain();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + name);
        }
        return new Arena() {
            @Override
            public Connection connect(String session) throws SQLException {
                Connection connection = plain();
                if (isCatalogue()) {
                    connection.setCatalog(name);
                } else {
                    connection.setSchema(name);
                }
                return connection;
            }

            @Override
            public Connection monitor() throws SQLException {
                return plain();
            }

            @Override
            public void close() {
                try (Connection connection = plain();
                        Statement statement = connection.createStatement()) {
                    statement.execute("DROP SCHEMA " + name + (isCatalogue() ? "" : " CASCADE"));
                } catch (SQLException e) {
                    // It was made in somebody's database, and its name says whose it is.
                }
            }
        };
    }

    /** In MySQL and its kin a schema is a database, and JDBC calls that a catalogue. */
    private boolean isCatalogue() {
        return manners instanceof InnoDbManners;
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return engine + ":" + version;
    }
}
