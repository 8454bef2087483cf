package io.bateleur.sql.eval;

/** Where the changes of a statement go, one by one, in the order in which a database makes them. */
public interface Changes {
    /** @return the row as it is read from now on */
    Row insert(TableShape table, Object[] values, Presence presence);

    /** @param presence whether it is there afterwards */
    Row update(TableShape table, Row old, Object[] values, Presence presence);

    void delete(TableShape table, Row old);

    /** @param mode {@code UPDATE}, {@code NO KEY UPDATE}, {@code SHARE}, {@code KEY SHARE} */
    default void lock(TableShape table, Row row, String mode) {}

    /** From now on nothing is known of the rows of a table. */
    void obscure(TableShape table);

    /** A routine ends the transaction with success, and goes on in another one. */
    default void commit() {}

    /** A routine undoes the transaction, and goes on in another one. */
    default void rollback() {}

    /** A point to go back to when a statement fails. */
    Object mark();

    /** Takes back what was changed since. */
    void undo(Object mark);
}
