/**
 * Arguments why a level does not hold, and their independent check.
 *
 * <p>In: the graph of a small part and a level. Out: an {@link io.bateleur.core.report.Explanation} that has been checked again.
 */
@NullMarked
package io.bateleur.core.prove;

import org.jspecify.annotations.NullMarked;
