package io.bateleur.lab.store;

import io.bateleur.core.model.Promise;
import io.bateleur.recorder.CallFailedException.Fate;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * How a SQL database says what a key-value store does. What is here is what any database with JDBC understands; the others say
 * more, or say it better.
 */
public class Dialect {
    /** The classes of SQLSTATE that say that the connection is gone, or was never there. */
    private static final List<String> LOST = List.of("08", "57");

    /** By what name the core knows what its makers promise; nobody's is the standard's. */
    String engine() {
        return "";
    }

    /** How it keeps transactions apart, where it can be told. */
    String model() {
        return "";
    }

    /** Levels from the weakest to the strongest. */
    public final List<Isolation> levels() {
        return Promise.of(engine(), model()).stream().map(Isolation::of).toList();
    }

    /** The level that sessions have when nobody asks for one. */
    public String defaultLevel() {
        return "read-committed";
    }

    String integerType() {
        return "BIGINT";
    }

    String textType() {
        return "VARCHAR(32000)";
    }

    /** What follows the columns of a table. */
    String tableOptions() {
        return "";
    }

    /** One statement that writes (k, v) whether k is there or not, or empty: then an update, and an insert where it found nothing. */
    String upsert(String table) {
        return "";
    }

    /** One statement that adds to the list of k, given k and the element, or empty. */
    String append(String table) {
        return "";
    }

    /** What many say for both: an insert that becomes an update where k is there. */
    static String onConflict(String table, String value) {
        return "INSERT INTO " + table + " (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = " + value;
    }

    String concatenation(String list, String element) {
        return list + " || ',' || " + element;
    }

    /** What to say when the tables are made. */
    public List<String> settle() {
        return List.of();
    }

    /** Whether a read can keep others from changing what it read. */
    public boolean locksReads() {
        return true;
    }

    /** What a query ends with that does. */
    String locking() {
        return " FOR UPDATE";
    }

    /** What follows a query of which only the first rows are wanted. */
    String limit(int rows) {
        return " LIMIT " + rows;
    }

    /** Whether an UPDATE can tell the rows that it made: {@code UPDATE ... RETURNING ...}. */
    boolean isReturning(DatabaseMetaData database) throws SQLException {
        return false;
    }

    /** A statement that begins a transaction, where the driver's own way will not do; empty: the driver's. */
    String begin() {
        return "";
    }

    /** Puts a session at a level, for all transactions to come. */
    public void setLevel(Connection connection, Isolation level) throws SQLException {
        connection.setTransactionIsolation(
                switch (level.sql()) {
                    case "READ UNCOMMITTED" -> Connection.TRANSACTION_READ_UNCOMMITTED;
                    case "READ COMMITTED" -> Connection.TRANSACTION_READ_COMMITTED;
                    case "REPEATABLE READ" -> Connection.TRANSACTION_REPEATABLE_READ;
                    case "SERIALIZABLE" -> Connection.TRANSACTION_SERIALIZABLE;
                    default -> throw new IllegalArgumentException(level.sql() + " is no level of JDBC");
                });
    }

    /** Queries for the level that the session really has, of which some versions know one; or none: then the driver's word has to do. */
    public List<String> askLevel() {
        return List.of();
    }

    /** Whether what {@link #askLevel} answered is a level. */
    public boolean isLevel(String answer, Isolation level) {
        return plain(answer).equals(plain(level.sql()));
    }

    private static String plain(String text) {
        return text.toUpperCase(Locale.ROOT).replaceAll("[^A-Z]", "");
    }

    boolean isConnectionLost(SQLException e) {
        String state = e.getSQLState();
        return state != null && LOST.stream().anyMatch(state::startsWith);
    }

    /** What a statement's failure means. A client that is not told that its transaction goes on rolls it back, whatever the server did. */
    Fate afterFailure(SQLException e) {
        return Fate.ABORTED;
    }

    /** Whether a failed commit certainly did not happen. */
    boolean isRolledBack(SQLException e) {
        String state = e.getSQLState();
        return state != null && state.startsWith("40");
    }
}
