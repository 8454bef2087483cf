/**
 * Passes: pure functions from {@link io.bateleur.core.ir.Ir} to a stronger one that says the same, one file each. The list in
 * {@link io.bateleur.core.pass.Passes} is the schedule.
 */
@NullMarked
package io.bateleur.core.pass;

import org.jspecify.annotations.NullMarked;
