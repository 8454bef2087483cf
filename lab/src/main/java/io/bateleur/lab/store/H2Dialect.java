package io.bateleur.lab.store;

import java.util.List;

/** H2, whose documentation says that its SERIALIZABLE does not prevent write skew. */
final class H2Dialect extends Dialect {
    private static final String SOURCE = "H2 documentation, Advanced, Transaction Isolation";

    @Override
    public List<Isolation> levels() {
        return List.of(
                Isolation.of("READ UNCOMMITTED", "read-uncommitted", SOURCE),
                Isolation.of("READ COMMITTED", "read-committed", SOURCE),
                Isolation.of("REPEATABLE READ", "snapshot-isolation", SOURCE),
                new Isolation(
                        "snapshot",
                        "SNAPSHOT",
                        Isolation.of("REPEATABLE READ", "snapshot-isolation", SOURCE)
                                .documented(),
                        SOURCE),
                Isolation.of("SERIALIZABLE", "snapshot-isolation", SOURCE));
    }

    @Override
    void setLevel(java.sql.Connection connection, Isolation level) throws java.sql.SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level.sql());
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
    String askLevel() {
        return "SELECT isolation_level FROM information_schema.sessions WHERE session_id = session_id()";
    }
}
