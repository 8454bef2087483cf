/**
 * The words everything else is said in: values, operations, transactions, sessions, histories.
 *
 * <p>In: what a reader or a generator puts into a {@link HistoryBuilder}. Out: an immutable {@link History}, columns of
 * primitives inside, small views outside.
 */
@NullMarked
package io.bateleur.core.model;

import org.jspecify.annotations.NullMarked;
