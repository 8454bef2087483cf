/**
 * Evaluates SQL: one statement tree with parameters, on rows that the caller shows, to the answer that a correct database gives.
 *
 * <p>In: trees, a schema, {@link Tables} to read rows from, {@link Changes} to hand changes to. Out: an {@link Answer}, with everything
 * that a database is free to answer. Nothing here knows of transactions that run at the same time.
 */
@NullMarked
package io.bateleur.sql.eval;

import org.jspecify.annotations.NullMarked;
