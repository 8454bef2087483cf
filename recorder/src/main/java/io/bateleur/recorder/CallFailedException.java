package io.bateleur.recorder;

/** A call to a store that failed, and what that means for the transaction it was part of. */
public final class CallFailedException extends Exception {
    /** What is known of the transaction after the failure. */
    public enum Fate {
        /** Only this call had no effect. */
        GOES_ON,
        /** It did not happen: the store said so, or it was never asked to commit. */
        ABORTED,
        /** It was asked to commit, and the answer was lost. */
        UNKNOWN
    }

    private final Fate fate;
    private final boolean connectionLost;

    public CallFailedException(String message, Fate fate, boolean connectionLost, Throwable cause) {
        super(message, cause);
        this.fate = fate;
        this.connectionLost = connectionLost;
    }

    public Fate fate() {
        return fate;
    }

    /** Whether the session is of no use any more. */
    public boolean isConnectionLost() {
        return connectionLost;
    }
}
