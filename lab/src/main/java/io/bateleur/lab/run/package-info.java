/**
 * Drives a workload against a store through many sessions, and records what they see.
 *
 * <p>In: a {@link io.bateleur.lab.store.Store}, a {@link io.bateleur.lab.workload.Workload} and a {@link io.bateleur.lab.run.Plan}. Out:
 * a trace, and {@link io.bateleur.lab.run.Counts}.
 */
@NullMarked
package io.bateleur.lab.run;

import org.jspecify.annotations.NullMarked;
