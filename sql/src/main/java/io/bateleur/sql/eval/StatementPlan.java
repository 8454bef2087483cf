package io.bateleur.sql.eval;

/** A statement as it is evaluated. */
interface StatementPlan {
    Answer run(Frame frame);
}
