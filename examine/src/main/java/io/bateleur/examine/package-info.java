/**
 * What everybody does with a trace: lifts its SQL, chooses the levels, checks them and explains what is violated.
 *
 * <p>In: a {@link io.bateleur.core.trace.Trace} and an {@link io.bateleur.examine.Inquiry}. Out: a
 * {@link io.bateleur.core.report.FileReport}.
 */
@NullMarked
package io.bateleur.examine;

import org.jspecify.annotations.NullMarked;
