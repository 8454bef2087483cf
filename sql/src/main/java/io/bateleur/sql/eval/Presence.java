package io.bateleur.sql.eval;

/** Whether a row is there. */
public enum Presence {
    SURE,
    /** The row may be there or not. */
    MAYBE,
    /** There may be any number of such rows, also none: what a table of unknown contents has besides those that are known. */
    MANY;

    /** Of a row that is made of two. */
    public Presence and(Presence other) {
        return compareTo(other) < 0 ? other : this;
    }
}
