package io.bateleur.lab.repro;

import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** A server of ours; each run has a database of its own in it. */
final class ServerGround implements Ground {
    private final Server server;
    private final Driver driver;
    private final Manners manners;
    private int made;

    ServerGround(Server server, Driver driver) {
        this.server = server;
        this.driver = driver;
        this.manners = Manners.of(engine(), "");
    }

    @Override
    public String engine() {
        return server.spec().product().word();
    }

    @Override
    public String version() {
        return server.spec().version();
    }

    @Override
    public Manners manners() {
        return manners;
    }

    private Connection connect(String database) throws SQLException {
        Properties login = server.login();
        if (engine().equals("mariadb")) {
            login.setProperty("tinyInt1isBit", "false"); // or 1 would read as true
        }
        String url = server.jdbcUrl().replaceFirst("(://[^/]+/)[^?]*", "$1" + database);
        Connection connection = driver.connect(url, login);
        if (connection == null) {
            throw new SQLException("the driver does not know " + url);
        }
        return connection;
    }

    private void say(String statement) throws SQLException {
        try (Connection connection = connect(server.database());
                Statement one = connection.createStatement()) {
            one.execute(statement);
        }
    }

    @Override
    public Arena fresh() throws SQLException {
        String name = "bateleur_case" + ++made;
        say("CREATE DATABASE " + name);
        return new Arena() {
            @Override
            public Connection connect(String session) throws SQLException {
                return ServerGround.this.connect(name);
            }

            @Override
            public Connection monitor() throws SQLException {
                return ServerGround.this.connect(server.database());
            }

            @Override
            public void close() {
                try {
                    if (server.spec().product() == Product.POSTGRES) {
                        say("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'");
                    }
                    say("DROP DATABASE " + name);
                } catch (SQLException e) {
                    // It goes with the server.
                }
            }
        };
    }

    @Override
    public boolean hasEnded() {
        return !server.isRunning();
    }

    @Override
    public void recover() throws ServerException {
        if (hasEnded()) {
            server.restart();
        }
    }

    @Override
    public void close() {
        server.close();
    }

    @Override
    public String toString() {
        return server.spec().toString();
    }
}
