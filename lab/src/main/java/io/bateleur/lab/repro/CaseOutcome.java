package io.bateleur.lab.repro;

import java.util.Locale;

/** What a run says of a bug; of several runs the first in this order counts. */
public enum CaseOutcome {
    /** Neither what the bug shows nor what is right. */
    DIFFERS,
    /** What the bug shows. */
    REPRODUCED,
    /** What is right. */
    NOT_REPRODUCED,
    /** It could not be run. */
    SKIPPED;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return word();
    }
}
