package io.bateleur.lab.store;

import java.sql.Connection;
import java.util.List;

/** SQLite: one writer at a time, so one level. */
final class SqliteDialect extends Dialect {
    @Override
    public List<Isolation> levels() {
        return List.of(Isolation.of("SERIALIZABLE", "serializable", "SQLite documentation, Isolation In SQLite"));
    }

    @Override
    public String defaultLevel() {
        return "serializable";
    }

    @Override
    String integerType() {
        return "INTEGER";
    }

    @Override
    String upsert(String table) {
        return onConflict(table, "excluded.v");
    }

    @Override
    String append(String table) {
        return onConflict(table, "v || ',' || excluded.v");
    }

    /** Whoever has begun as below keeps all others from writing: every read locks. */
    @Override
    String locking() {
        return "";
    }

    /** The driver would begin the next transaction as soon as one ends, and keep everybody else waiting. */
    @Override
    String begin() {
        return "BEGIN IMMEDIATE";
    }

    @Override
    void setLevel(Connection connection, Isolation level) {}
}
