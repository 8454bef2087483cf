package io.bateleur.lab.repro;

import io.bateleur.core.model.Promise;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.store.Dialect;
import io.bateleur.lab.store.Dialects;
import io.bateleur.lab.store.Isolation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How one make of database wants to be treated by a transcript: how transactions begin, what its errors mean, and how to ask who
 * waits for whom. What is here works for any JDBC driver; the makes that we know say it better.
 */
class Manners {
    private final Dialect dialect;
    private final String engine;
    private final String model;

    /** @param model how it keeps transactions apart, where it can be told */
    Manners(String engine, String model) {
        this.dialect = Dialects.of(engine, model);
        this.engine = engine;
        this.model = model;
    }

    static Manners of(String engine, String model) {
        return switch (engine) {
            case "postgres", "yugabytedb", "cockroachdb" -> new PostgresManners(engine);
            case "mariadb", "mysql", "tidb" -> new InnoDbManners(engine);
            case "h2" -> new H2Manners();
            case "hsqldb" -> new HsqldbManners(model);
            case "derby" -> new DerbyManners();
            case "sqlite" -> new SqliteManners();
            case "duckdb" -> new DuckDbManners();
            default -> new Manners(engine, model);
        };
    }

    Dialect dialect() {
        return dialect;
    }

    /** The statement that begins a transaction; empty where there is none, and the driver is told not to commit by itself. */
    String begin() {
        return "";
    }

    /** The one level that it has under any name; nothing where there are several. */
    Optional<SqlLevel> onlyLevel() {
        return Optional.empty();
    }

    String setLevel(Connection connection, SqlLevel level) throws SQLException {
        Isolation isolation = Isolation.of(level.sql(), level.word(), "");
        dialect.setLevel(connection, isolation);
        for (String query : dialect.askLevel()) {
            try {
                String answer = text(connection, query).strip();
                return dialect.isLevel(answer, isolation)
                        ? level.word()
                        : answer.toLowerCase(Locale.ROOT).replace(' ', '-');
            } catch (SQLException e) {
                continue; // this version has other words
            }
        }
        return switch (connection.getTransactionIsolation()) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> SqlLevel.READ_UNCOMMITTED.word();
            case Connection.TRANSACTION_READ_COMMITTED -> SqlLevel.READ_COMMITTED.word();
            case Connection.TRANSACTION_REPEATABLE_READ -> SqlLevel.REPEATABLE_READ.word();
            case Connection.TRANSACTION_SERIALIZABLE -> SqlLevel.SERIALIZABLE.word();
            default -> "unknown";
        };
    }

    Optional<String> promised(SqlLevel level) {
        return Promise.of(engine, model, level.sql())
                .map(promise -> promise.level().name());
    }

    static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    /** What the database calls this session; empty where it cannot be told. */
    String id(Connection connection, String session) throws SQLException {
        return "";
    }

    /** Whether {@link #waiting} can be asked. */
    boolean tellsWaiting() {
        return false;
    }

    /**
     * Of these sessions, those that wait now, each with those that it waits for, as far as the database knows.
     *
     * @param names what the transcript calls them, by what the database does
     */
    Map<String, Set<String>> waiting(Connection monitor, Map<String, String> names) throws SQLException {
        return Map.of();
    }

    /** How long to leave a statement alone before the first question, and between two. */
    long paceMillis() {
        return 15;
    }

    /** Whether the statement would have to wait, and comes back in place of that: it is said again after each step. */
    boolean isBusy(SQLException e) {
        return false;
    }

    /** All that a case may call this error. */
    Set<String> codes(SQLException e) {
        Set<String> codes = new TreeSet<>();
        if (e.getSQLState() != null) {
            codes.add(e.getSQLState());
        }
        codes.add(String.format(Locale.ROOT, "%04d", Math.abs(e.getErrorCode())));
        return codes;
    }

    boolean isConnectionLost(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("08") || state.startsWith("57P0");
    }

    /** Whether the transaction of this session can only be rolled back, and a commit would do that without saying so. */
    boolean isDoomed(Connection connection) {
        return false;
    }

    /** Whether the transaction is over after this error in it. */
    boolean endsTransaction(Connection connection, SQLException e) {
        return false;
    }

    /** Whether a transaction is still open whose commit failed so. */
    boolean survivesCommit(SQLException e) {
        return false;
    }
}
