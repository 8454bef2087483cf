package io.bateleur.core.report;

import java.util.Locale;

/** How much a finding matters. */
public enum Severity {
    /** A promise is broken: the level that was asked for does not hold, or what was confirmed is gone. Fails a check. */
    VIOLATION,
    /**
     * The system differs from what its documentation or a standard says, but no promise is known to be broken. Somebody should
     * look at it; it does not fail a check.
     */
    DEVIATION,
    /**
     * Nobody promised otherwise, and it is worth knowing. Levels that are stronger than the promise of a database are findings of
     * this severity when they do not hold: the database does what its documentation says.
     */
    NOTE;

    /** The word for it in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
