package io.bateleur.lab.store;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;

/** PostgreSQL. After a failed statement the whole transaction is lost, and a commit only says so. */
class PostgresDialect extends Dialect {
    @Override
    String engine() {
        return "postgres";
    }

    @Override
    String textType() {
        return "TEXT";
    }

    @Override
    String upsert(String table) {
        return onConflict(table, "excluded.v");
    }

    @Override
    String append(String table) {
        return onConflict(table, "concat(" + table + ".v, ',', excluded.v)");
    }

    @Override
    boolean isReturning(DatabaseMetaData database) {
        return true;
    }

    /** Makes the tables durable whatever the server's settings: they are not what is to be lost. */
    @Override
    public List<String> settle() {
        return List.of("CHECKPOINT");
    }

    @Override
    public List<String> askLevel() {
        return List.of("SHOW transaction_isolation");
    }

    /** A serialization failure or a deadlock; and a server that crashed or was stopped before it began to commit says 57P0x. */
    @Override
    boolean isRolledBack(SQLException e) {
        return super.isRolledBack(e) || "25P02".equals(e.getSQLState());
    }
}
