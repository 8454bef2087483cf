/**
 * Clauses and acyclic graphs over ints; knows no transaction.
 *
 * <p>In: a {@link Problem}, assumptions and {@link SolverLimits}. Out: an {@link SolverOutcome}, with an assignment and topological
 * orders, or a core, or the steps that were spent in vain.
 */
@NullMarked
package io.bateleur.core.solve;

import org.jspecify.annotations.NullMarked;
