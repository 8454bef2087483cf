package io.bateleur.sql.eval;

import java.util.List;

/** A statement is refused. */
public final class SqlError extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The class of errors that values cause: a division by zero, a number out of range, a text that is no number. */
    private static final String DATA = "22";

    private final String state;
    /** Errors that another order of rows gives. */
    private final transient List<SqlError> others;

    SqlError(String state, String message) {
        this(state, message, List.of());
    }

    private SqlError(String state, String message, List<SqlError> others) {
        super(message, null, false, false);
        this.state = state;
        this.others = List.copyOf(others);
    }

    /** Any of these. */
    static SqlError oneOf(List<SqlError> errors) {
        SqlError first = errors.get(0);
        return errors.size() == 1
                ? first
                : new SqlError(first.state, String.valueOf(first.getMessage()), errors.subList(1, errors.size()));
    }

    /** Some error of data, where the database chooses what it computes, and so which one it meets. */
    static SqlError ofData() {
        return new SqlError(DATA, "a value cannot be computed");
    }

    boolean isOfData() {
        return state.startsWith(DATA) || state.equals("21000") || state.equals("90053");
    }

    /** The SQLSTATE, or its first two characters where the rest is free. */
    public String state() {
        return state;
    }

    /** Whether a database that gives this SQLSTATE, or one of this class, gives this error. */
    public boolean allows(String seen) {
        return seen.startsWith(state)
                || state.startsWith(seen)
                || others.stream().anyMatch(other -> other.allows(seen));
    }
}
