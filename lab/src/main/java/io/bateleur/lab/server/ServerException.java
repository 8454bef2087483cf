package io.bateleur.lab.server;

/** A server or a driver cannot be had: what went wrong, and what the user can do about it. */
public final class ServerException extends Exception {
    private final String problem;
    private final String hint;

    /**
     * @param problem what went wrong, without a full stop
     * @param hint what the reader of the message can do, or an empty string
     */
    public ServerException(String problem, String hint) {
        super(problem + (hint.isEmpty() ? "" : "\n  hint: " + hint));
        this.problem = problem;
        this.hint = hint;
    }

    ServerException(String problem, String hint, Throwable cause) {
        this(problem, hint);
        initCause(cause);
    }

    public String problem() {
        return problem;
    }

    public String hint() {
        return hint;
    }
}
