/**
 * What applications do: seeded generators of transactions.
 *
 * <p>In: {@link io.bateleur.lab.workload.Settings} and a random number generator per session. Out: bodies of transactions, which run
 * against any {@link io.bateleur.recorder.KeyValueClient}.
 */
@NullMarked
package io.bateleur.lab.workload;

import org.jspecify.annotations.NullMarked;
