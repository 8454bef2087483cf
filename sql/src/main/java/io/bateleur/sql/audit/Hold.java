package io.bateleur.sql.audit;

/** A row, or a key, that a transaction holds until it ends. @param acquired the point at which it had it */
record Hold(LoggedTransaction holder, int acquired, LockMode mode) {}
