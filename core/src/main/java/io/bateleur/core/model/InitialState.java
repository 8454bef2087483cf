package io.bateleur.core.model;

import java.util.Locale;

/** What the trace says of the keys before its first transaction. */
public enum InitialState {
    /** There was nothing. */
    ABSENT,
    /** {@link History#initialContents} holds it all; a key that is not among them was absent. */
    GIVEN,
    /**
     * Every key had one version, of which nothing is known; but for those of {@link History#initialContents}, and those that were not
     * there, which {@link History#initiallyAbsent} names.
     */
    UNKNOWN;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
