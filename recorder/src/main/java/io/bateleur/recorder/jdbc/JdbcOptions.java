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
 * @param largeBytes values longer than this are recorded by their digest
 */
public record JdbcOptions(Sessions sessions, Set<String> hidden, Set<String> hashed, int rowsMax, int largeBytes) {
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
        if (rowsMax < 0 || largeBytes < 0) {
            throw new IllegalArgumentException(
                    "rowsMax and largeBytes are not negative: " + rowsMax + ", " + largeBytes);
        }
    }

    /** Everything is recorded; a session is a checkout. */
    public static JdbcOptions standard() {
        return new JdbcOptions(Sessions.CHECKOUT, Set.of(), Set.of(), ROWS_MAX, LARGE_BYTES);
    }

    public JdbcOptions withSessions(Sessions per) {
        return new JdbcOptions(per, hidden, hashed, rowsMax, largeBytes);
    }

    /** Columns and parameters whose values are left out. */
    public JdbcOptions withHidden(Collection<String> names) {
        return new JdbcOptions(sessions, lower(names), hashed, rowsMax, largeBytes);
    }

    /** Columns and parameters whose values are hashed, with a key that nobody keeps: equal ones stay equal within a trace. */
    public JdbcOptions withHashed(Collection<String> names) {
        return new JdbcOptions(sessions, hidden, lower(names), rowsMax, largeBytes);
    }

    public JdbcOptions withRowsMax(int rows) {
        return new JdbcOptions(sessions, hidden, hashed, rows, largeBytes);
    }

    public JdbcOptions withLargeBytes(int bytes) {
        return new JdbcOptions(sessions, hidden, hashed, rowsMax, bytes);
    }

    /** Whether anything is kept out of the trace: then messages of errors are too, because they may quote it. */
    boolean hides() {
        return !hidden.isEmpty() || !hashed.isEmpty();
    }

    private static Set<String> lower(Collection<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }
}
