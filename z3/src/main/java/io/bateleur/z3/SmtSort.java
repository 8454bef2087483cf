package io.bateleur.z3;

/** The sorts of terms. */
public enum SmtSort {
    BOOLEAN,
    INTEGER,
    REAL
}
