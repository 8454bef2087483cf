package io.bateleur.sql.lift;

/** What a statement may have done of which no answer came. */
enum MissingAnswer {
    /** Nothing: its transaction was aborted. */
    UNDONE,
    /** All, or nothing: it is the last one of a transaction in doubt. */
    ALL_OR_NOTHING,
    /** Anything. */
    ANYTHING
}
