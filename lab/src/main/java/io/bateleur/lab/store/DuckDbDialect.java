package io.bateleur.lab.store;

import java.sql.Connection;
import java.sql.SQLException;

/** DuckDB: every transaction has a snapshot, and there is no other level. */
final class DuckDbDialect extends Dialect {
    @Override
    String engine() {
        return "duckdb";
    }

    @Override
    public String defaultLevel() {
        return "snapshot";
    }

    @Override
    String upsert(String table) {
        return onConflict(table, "excluded.v");
    }

    @Override
    String append(String table) {
        return onConflict(table, "concat(v, ',', excluded.v)");
    }

    /** It has no locks of rows. */
    @Override
    public boolean locksReads() {
        return false;
    }

    @Override
    String locking() {
        return "";
    }

    /** It has no SQLSTATE for it. */
    @Override
    boolean isRolledBack(SQLException e) {
        return String.valueOf(e.getMessage()).contains("Failed to commit");
    }

    @Override
    public void setLevel(Connection connection, Isolation level) {}
}
