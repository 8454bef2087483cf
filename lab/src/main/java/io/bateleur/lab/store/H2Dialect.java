package io.bateleur.lab.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** H2, whose documentation says that its SERIALIZABLE does not prevent write skew. */
final class H2Dialect extends Dialect {
    @Override
    String engine() {
        return "h2";
    }

    /** Versions before 1.4.200 know levels only by their numbers. */
    @Override
    public void setLevel(Connection connection, Isolation level) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level.sql());
        } catch (SQLException e) {
            super.setLevel(connection, level);
        }
    }

    @Override
    String textType() {
        return "VARCHAR";
    }

    @Override
    String upsert(String table) {
        return "MERGE INTO " + table + " (k, v) KEY (k) VALUES (?, ?)";
    }

    @Override
    public List<String> askLevel() {
        return List.of(
                "SELECT isolation_level FROM information_schema.sessions WHERE session_id = session_id()",
                "SELECT isolation_level FROM information_schema.sessions WHERE id = session_id()");
    }
}
