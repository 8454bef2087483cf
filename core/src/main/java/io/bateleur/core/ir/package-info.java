/**
 * What a level asks of a history, between its meaning and its encoding: points in time, edges that are known, reads whose source is
 * settled or open, and writers of each key whose order is open.
 *
 * <p>In: an {@link io.bateleur.core.asg.Asg} and a level. Out: an {@link io.bateleur.core.ir.Ir} that passes refine.
 */
@NullMarked
package io.bateleur.core.ir;

import org.jspecify.annotations.NullMarked;
