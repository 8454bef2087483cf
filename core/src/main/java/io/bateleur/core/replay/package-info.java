/**
 * Witnesses replayed: whether an order of events really satisfies a level, told by code that shares no search with the checker.
 *
 * <p>In: a graph, a level and a witness. Out: the first flaw, or none.
 */
@NullMarked
package io.bateleur.core.replay;

import org.jspecify.annotations.NullMarked;
