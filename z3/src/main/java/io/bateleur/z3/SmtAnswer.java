package io.bateleur.z3;

/** What Z3 says of what it was told. */
public enum SmtAnswer {
    /** There is a model. */
    POSSIBLE,
    /** There is none. */
    IMPOSSIBLE,
    /** A limit was reached, or a theory is too hard. */
    UNKNOWN
}
