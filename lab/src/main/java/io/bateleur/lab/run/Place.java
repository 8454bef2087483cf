package io.bateleur.lab.run;

import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Farewell;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Where a SQL database is. */
public record Place(Driver driver, String url, Properties login) {
    /** For engines that have lost their way. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    public Connection connect() throws ServerException {
        try {
            Connection connection = driver.connect(url, login);
            if (connection != null) {
                return connection;
            }
            throw new ServerException("the driver " + driver.getClass().getName() + " does not know " + url, "");
        } catch (SQLException e) {
            throw new ServerException(
                    "it does not start: " + e.getMessage(), "if you gave it settings, does this version know them?");
        }
    }

    /** The last word to an engine that is about to go: what it answers does not matter, nor whether it does. */
    void say(String address, String statement) {
        Farewell.say(() -> speak(address, statement), PATIENCE);
    }

    private void speak(String address, String statement) {
        try (Connection connection = driver.connect(address, login)) {
            if (connection != null && !statement.isEmpty()) {
                connection.createStatement().execute(statement);
            }
        } catch (SQLException | RuntimeException | StackOverflowError e) {
            // Derby says goodbye with an exception.
        }
    }

    static void leave(Connection connection) {
        Farewell.say(
                () -> {
                    try {
                        connection.close();
                    } catch (SQLException | RuntimeException e) {
                        // What it holds goes with the program.
                    }
                },
                PATIENCE);
    }
}
