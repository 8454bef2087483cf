package io.bateleur.sql.eval;

/** A row of a table as a statement sees it. It is identified by what implements this: a change is given the very object that was read. */
public interface Row {
    /** By the columns of the table, null is NULL, {@link Unknown#UNKNOWN} is not known. Nobody changes this array. */
    Object[] values();

    default Presence presence() {
        return Presence.SURE;
    }
}
