/**
 * The adapter of LMDB.
 *
 * <p>In: a directory, an isolation level. Out: a {@link io.bateleur.lab.store.Store}. Loaded beside the engine's version that was
 * asked for.
 */
@NullMarked
package io.bateleur.lab.store.lmdb;

import org.jspecify.annotations.NullMarked;
