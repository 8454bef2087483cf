/**
 * A second opinion on the problems of {@link io.bateleur.core.solve}, by Z3.
 *
 * <p>In: a {@link io.bateleur.core.solve.Problem}, assumptions and {@link io.bateleur.core.solve.SolverLimits}. Out: an
 * {@link io.bateleur.core.solve.SolverOutcome}. Only this package knows Z3's own classes.
 */
@NullMarked
package io.bateleur.z3;

import org.jspecify.annotations.NullMarked;
