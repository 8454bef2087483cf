package io.bateleur.lab.run;

/** A run that recorded nothing that could be checked; the message is for its user. */
public final class RunFailedException extends Exception {

    /** Who has to do something about it. */
    public enum Reason {
        /** The user asked for what this database or workload does not have. */
        MISUSE,
        /** The database or a disk does not do its part. */
        UNAVAILABLE,
        /** The user ended it too early. */
        INTERRUPTED
    }

    private final Reason reason;

    private RunFailedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    static RunFailedException misuse(String message) {
        return new RunFailedException(Reason.MISUSE, message);
    }

    static RunFailedException unavailable(String message) {
        return new RunFailedException(Reason.UNAVAILABLE, message);
    }

    static RunFailedException interrupted(String message) {
        return new RunFailedException(Reason.INTERRUPTED, message);
    }

    public Reason reason() {
        return reason;
    }

    public String problem() {
        return String.valueOf(getMessage());
    }
}
