package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.SqlLevel;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** DuckDB: every transaction has a snapshot, conflicts are errors at once, and errors have words only. */
final class DuckDbManners extends Manners {
    DuckDbManners() {
        super("duckdb", "");
    }

    @Override
    String begin() {
        return "BEGIN TRANSACTION";
    }

    @Override
    Optional<SqlLevel> onlyLevel() {
        return Optional.of(SqlLevel.REPEATABLE_READ);
    }

    @Override
    String setLevel(Connection connection, SqlLevel level) {
        return "snapshot";
    }

    @Override
    Optional<String> promised(SqlLevel level) {
        return Optional.of("snapshot-isolation");
    }

    /** The SQLSTATEs that others have for the same. */
    @Override
    Set<String> codes(SQLException e) {
        Set<String> codes = super.codes(e);
        String message = String.valueOf(e.getMessage());
        if (message.contains("transaction is aborted")) {
            codes.add("25P02");
        } else if (message.contains("Duplicate key") || message.contains("duplicate key")) {
            codes.add("23505");
        } else if (message.contains("Constraint Error")) {
            codes.add("23000");
        }
        if (message.contains("onflict") || message.contains("Failed to commit")) {
            codes.add("40001");
        }
        return codes;
    }
}
