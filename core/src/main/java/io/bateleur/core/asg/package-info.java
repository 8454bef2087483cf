/**
 * The abstract semantic graph: what a history says about who wrote, who may have read from whom, and what is known of the order.
 *
 * <p>In: a {@link io.bateleur.core.model.History}. Out: an {@link io.bateleur.core.asg.Asg}, read-only, the same for every level.
 */
@NullMarked
package io.bateleur.core.asg;

import org.jspecify.annotations.NullMarked;
