package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A session that puts rows of table {@code u (k, v, n)} which may be there, and reads them. */
final class UpsertSession {
    static final String TABLE = "CREATE TABLE u (k INT PRIMARY KEY, v INT, n INT)";
    static final String READ = "SELECT v FROM u WHERE k = ?";
    private static final String MERGE =
            " ON u.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)";
    private static final String CONFLICT = "INSERT INTO u (k, v) VALUES (?, ?) ON CONFLICT (k) DO ";

    private final Connection connection;
    private final Tongue tongue;
    private final boolean deletes;
    private final Random random;
    private final AtomicInteger values;

    UpsertSession(Connection connection, Tongue tongue, boolean deletes, Random random, AtomicInteger values) {
        this.connection = connection;
        this.tongue = tongue;
        this.deletes = deletes;
        this.random = random;
        this.values = values;
    }

    /** By key and value, in the words of one database; each sets {@code v} alike whether the row was there or not, or leaves it alone. */
    static List<String> upserts(Tongue tongue) {
        return switch (tongue.engine()) {
            case "PostgreSQL" ->
                List.of(
                        CONFLICT + "UPDATE SET v = excluded.v, n = u.n + 1",
                        CONFLICT + "NOTHING",
                        "INSERT INTO u (k, v) VALUES (?, ?) ON CONFLICT DO NOTHING",
                        CONFLICT + "UPDATE SET v = excluded.v WHERE u.v < excluded.v RETURNING k, v, n",
                        "MERGE INTO u USING (VALUES (?::int, ?::int)) AS s(k, v)" + MERGE,
                        "MERGE INTO u USING (SELECT CAST(? AS INT) AS k, CAST(? AS INT) AS v) s" + MERGE);
            case "SQLite" ->
                List.of(
                        CONFLICT + "UPDATE SET v = excluded.v, n = n + 1",
                        CONFLICT + "NOTHING",
                        "INSERT OR REPLACE INTO u (k, v) VALUES (?, ?)",
                        "REPLACE INTO u (k, v) VALUES (?, ?)",
                        "INSERT OR IGNORE INTO u (k, v) VALUES (?, ?)");
            case "MariaDB" ->
                List.of(
                        "INSERT INTO u (k, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = VALUES(v), n = n + 1",
                        "INSERT INTO u (k, v, n) VALUES (?, ?, 1) ON DUPLICATE KEY UPDATE v = VALUES(v)",
                        "INSERT INTO u (k, v) VALUES (?, ?), (77, 1) ON DUPLICATE KEY UPDATE v = VALUES(v)",
                        "INSERT IGNORE INTO u (k, v) VALUES (?, ?)",
                        "REPLACE INTO u (k, v) VALUES (?, ?)",
                        "REPLACE INTO u SET k = ?, v = ?");
            default ->
                List.of(
                        "MERGE INTO u (k, v) KEY (k) VALUES (?, ?)",
                        "MERGE INTO u (k, v) VALUES (?, ?)",
                        "MERGE INTO u USING (VALUES (CAST(? AS INT), CAST(? AS INT))) s(k, v)" + MERGE,
                        "MERGE INTO u USING (SELECT CAST(? AS INT) AS k, CAST(? AS INT) AS v) s" + MERGE);
        };
    }

    void transaction() throws SQLException {
        connection.setAutoCommit(false);
        try {
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                statement();
            }
            if (random.nextInt(8) == 0) {
                connection.rollback();
            } else {
                connection.commit();
            }
        } catch (SQLException e) {
            connection.rollback();
        }
    }

    private void statement() throws SQLException {
        int kind = random.nextInt(12);
        if (kind < 4) {
            List<String> upserts = upserts(tongue);
            say(upserts.get(random.nextInt(upserts.size())), key(), value());
        } else if (kind == 4) {
            say("UPDATE u SET v = ? WHERE k = ?", value(), key());
        } else if (kind == 5 && deletes) {
            say("DELETE FROM u WHERE k = ?", key());
        } else if (kind < 8) {
            say("SELECT k, v FROM u");
        } else {
            say(READ, key());
        }
    }

    private int key() {
        return random.nextInt(1, 6);
    }

    /** Sometimes one that is there already. */
    private int value() {
        return random.nextInt(4) == 0 ? random.nextInt(1, 4) : values.incrementAndGet();
    }

    private void say(String sql, int... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setInt(i + 1, parameters[i]);
            }
            if (statement.execute()) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        rows.getInt(1);
                    }
                }
            }
        }
    }
}
