package io.bateleur.lab.store;

import io.bateleur.recorder.CallFailedException.Fate;
import java.sql.SQLException;
import java.util.List;

/** MariaDB and MySQL on InnoDB. */
class InnoDbDialect extends Dialect {
    /** ER_LOCK_WAIT_TIMEOUT: unless the server is set otherwise, only the statement is rolled back. */
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    @Override
    String engine() {
        return "mariadb";
    }

    @Override
    public String defaultLevel() {
        return "repeatable-read";
    }

    @Override
    String textType() {
        return "LONGTEXT";
    }

    @Override
    String tableOptions() {
        return " ENGINE=InnoDB";
    }

    @Override
    String upsert(String table) {
        return "INSERT INTO " + table + " (k, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = VALUES(v)";
    }

    @Override
    String append(String table) {
        return "INSERT INTO " + table + " (k, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = CONCAT(v, ',', VALUES(v))";
    }

    @Override
    public List<String> askLevel() {
        return List.of("SELECT @@tx_isolation", "SELECT @@transaction_isolation");
    }

    @Override
    Fate afterFailure(SQLException e) {
        return e.getErrorCode() == LOCK_WAIT_TIMEOUT ? Fate.GOES_ON : Fate.ABORTED;
    }
}
