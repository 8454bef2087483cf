package io.bateleur.sql.eval;

/** A statement is refused. */
public final class SqlError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String state;

    SqlError(String state, String message) {
        super(message, null, false, false);
        this.state = state;
    }

    /** The SQLSTATE. */
    public String state() {
        return state;
    }
}
