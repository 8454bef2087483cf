package io.bateleur.core.model;

import java.util.Locale;

/** How a transaction ended, as far as its client can know. */
public enum Ending {
    /** The database said that it committed. */
    COMMITTED,
    /** The database said that it did not happen, or the client never asked for a commit and rolled back. */
    ABORTED,
    /** The answer was lost: it may or may not have happened. Not an error, a state. */
    UNKNOWN;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
