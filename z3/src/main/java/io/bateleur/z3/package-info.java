/**
 * Z3: a second opinion on the problems of the checker, and formulas for the analysis of programs.
 *
 * <p>In: problems of {@code core.solve}; terms over truth values, numbers and unknown functions. Out: their outcomes; models and cores.
 */
@NullMarked
package io.bateleur.z3;

import org.jspecify.annotations.NullMarked;
