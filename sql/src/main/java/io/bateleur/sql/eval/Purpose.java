package io.bateleur.sql.eval;

/** What a row is looked for: engines show different versions for different purposes. */
public enum Purpose {
    /** A plain read. */
    READ,
    /** To be locked, by FOR UPDATE and its like. */
    LOCK,
    /** To be changed or deleted. */
    CHANGE,
    /** Whether a unique key is taken. */
    UNIQUE,
    /** Whether a row that a foreign key refers to is there. */
    REFERENCE,
    /** Whether there are rows that refer to one that goes or gets another key. */
    REFERRER
}
