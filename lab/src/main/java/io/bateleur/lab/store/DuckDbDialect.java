package io.bateleur.lab.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** DuckDB: every transaction has a snapshot, and there is no other level. */
final class DuckDbDialect extends Dialect {
    @Override
    public List<Isolation> levels() {
        return List.of(Isolation.of("SNAPSHOT", "snapshot-isolation", "DuckDB documentation, Concurrency"));
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
    boolean locksReads() {
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
    void setLevel(Connection connection, Isolation level) {}
}
