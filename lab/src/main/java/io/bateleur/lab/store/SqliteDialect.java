package io.bateleur.lab.store;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** SQLite: one writer at a time, so one level. */
final class SqliteDialect extends Dialect {
    private static final int RETURNING_SINCE = 3035;

    @Override
    String engine() {
        return "sqlite";
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

    /** From version 3.35 on. */
    @Override
    boolean isReturning(DatabaseMetaData database) throws SQLException {
        String[] version = database.getDatabaseProductVersion().split("\\.", 3);
        return version.length > 1
                && Integer.parseInt(version[0]) * 1000 + Integer.parseInt(version[1]) >= RETURNING_SINCE;
    }

    /** The driver would begin the next transaction as soon as one ends, and keep everybody else waiting. */
    @Override
    String begin() {
        return "BEGIN IMMEDIATE";
    }

    @Override
    public void setLevel(Connection connection, Isolation level) {}
}
