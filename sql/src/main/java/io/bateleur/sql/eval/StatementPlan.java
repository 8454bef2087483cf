package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/** A statement as it is evaluated. */
interface StatementPlan {
    Answer run(Frame frame);

    /** What it returns of the rows that it changes; null: nothing. */
    default @Nullable Returning returning() {
        return null;
    }
}
