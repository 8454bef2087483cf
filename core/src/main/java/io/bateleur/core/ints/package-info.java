/**
 * Growing arrays of primitives, for hot loops.
 *
 * <p>In: nothing of the other rooms. Out: what all of them may hold numbers in.
 */
@NullMarked
package io.bateleur.core.ints;

import org.jspecify.annotations.NullMarked;
