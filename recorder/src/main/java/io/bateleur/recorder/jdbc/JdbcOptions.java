package io.bateleur.recorder.jdbc;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is recorded, and how much of it.
 *
 * @param sessions what counts as a session of the trace when connections come from a pool
 * @param hidden names of columns and parameters whose values must not be in the trace, in lower case
 * @param hashed the same, but equal values stay equal
 * @param rowsMax how many rows of one result are recorded; what comes after is left out, and the result is not complete
 * @param initialRows tables of at most so many rows are told whole before the first statement; 0: none, {@link #ALL_ROWS}: every table
 * @param largeBytes values longer than this are recorded by their digest
 */
public record JdbcOptions(
        Sessions sessions, Set<String> hidden, Set<String> hashed, int rowsMax, int largeBytes, int initialRows) {
    /** Of {@link #initialRows}: tables are told whole, however large they are. */
    public static final int ALL_ROWS = Integer.MAX_VALUE;
    /** Of {@link #initialRows}: what a test has in its tables. */
    public static final int SMALL_TABLES = 1000;

    private static final int ROWS_MAX = 100_000;
    private static final int LARGE_BYTES = 4096;

    /** What a session of the trace is. */
    public enum Sessions {
        /** From taking a connection to closing it: what a user of a pool takes for a connection. */
        CHECKOUT,
        /** A connection to the server, whoever has it: temporary tables and settings live as long. */
        PHYSICAL
    }

    public JdbcOptions {
        hidden = Set.copyOf(hidden);
        hashed = Set.copyOf(hashed);
        if (rowsMax < 0 || largeBytes < 0 || initialRows < 0) {
            throw new IllegalArgumentException("rowsMax, largeBytes and initialRows are not negative: " + rowsMax + ", "
                    + largeBytes + ", " + initialRows);
        }
    }

    /** Everything is recorded; a session is a checkout. */
    public static JdbcOptions standard() {
        return new JdbcOptions(Sessions.CHECKOUT, Set.of(), Set.of(), ROWS_MAX, LARGE_BYTES, 0);
    }

    public JdbcOptions withSessions(Sessions per) {
        return new JdbcOptions(per, hidden, hashed, rowsMax, largeBytes, initialRows);
    }

    /** Columns and parameters whose values are left out. */
    public JdbcOptions withHidden(Collection<String> names) {
        return new JdbcOptions(sessions, lower(names), hashed, rowsMax, largeBytes, initialRows);
    }

    /** Columns and parameters whose values are hashed, with a key that nobody keeps: equal ones stay equal within a trace. */
    public JdbcOptions withHashed(Collection<String> names) {
        return new JdbcOptions(sessions, hidden, lower(names), rowsMax, largeBytes, initialRows);
    }

    public JdbcOptions withRowsMax(int rows) {
        return new JdbcOptions(sessions, hidden, hashed, rows, largeBytes, initialRows);
    }

    public JdbcOptions withLargeBytes(int bytes) {
        return new JdbcOptions(sessions, hidden, hashed, rowsMax, bytes, initialRows);
    }

    /** Which tables are told whole before the first statement: those of at most so many rows. */
    public JdbcOptions withInitialRows(int rows) {
        return new JdbcOptions(sessions, hidden, hashed, rowsMax, largeBytes, rows);
    }

    /** Whether anything is kept out of the trace: then messages of errors are too, because they may quote it. */
    boolean hides() {
        return !hidden.isEmpty() || !hashed.isEmpty();
    }

    private static Set<String> lower(Collection<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }
}
