package queue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalInt;
import javax.sql.DataSource;

/**
 * A queue in a table. Workers take the first job that nobody else holds: {@code FOR UPDATE SKIP LOCKED}. Every job is done once, and
 * READ COMMITTED is enough for that.
 */
public final class Jobs {
    private final DataSource database;

    public Jobs(DataSource database) {
        this.database = database;
    }

    public void open() throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection
                    .createStatement()
                    .execute("CREATE TABLE job (id INT PRIMARY KEY, state VARCHAR(10) NOT NULL, worker INT)");
        }
    }

    public void add(int id) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO job (id, state, worker) VALUES (?, 'waiting', NULL)")) {
            insert.setInt(1, id);
            insert.executeUpdate();
        }
    }

    /** Takes a job and does it; empty when none is waiting. */
    public OptionalInt work(int worker) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            OptionalInt job = first(connection);
            if (job.isPresent()) {
                try (PreparedStatement update =
                        connection.prepareStatement("UPDATE job SET state = 'done', worker = ? WHERE id = ?")) {
                    update.setInt(1, worker);
                    update.setInt(2, job.getAsInt());
                    update.executeUpdate();
                }
            }
            connection.commit();
            return job;
        }
    }

    private static OptionalInt first(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT id, state FROM job WHERE state = 'waiting' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED");
                ResultSet rows = select.executeQuery()) {
            return rows.next() ? OptionalInt.of(rows.getInt(1)) : OptionalInt.empty();
        }
    }
}
