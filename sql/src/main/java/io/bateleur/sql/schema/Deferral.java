package io.bateleur.sql.schema;

/** When a key is checked. */
public enum Deferral {
    /** With every row, or every statement. */
    NEVER,
    /** With every statement, unless a transaction asks for later. */
    POSSIBLE,
    /** At the commit, unless a transaction asks for earlier. */
    AT_COMMIT
}
