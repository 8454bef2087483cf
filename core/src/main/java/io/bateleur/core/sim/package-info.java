/**
 * The simulated database: stores with switchable concurrency control and switchable bugs, driven by one seed.
 *
 * <p>In: a {@link SimConfig} (which store, which bug, which workload, which seed). Out: the {@link
 * io.bateleur.core.model.History} that its clients would have recorded, and how often the bug struck.
 */
@NullMarked
package io.bateleur.core.sim;

import org.jspecify.annotations.NullMarked;
