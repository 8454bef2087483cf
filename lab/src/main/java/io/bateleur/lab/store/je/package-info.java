/**
 * The adapter of Berkeley DB Java Edition.
 *
 * <p>In: a directory, an isolation level. Out: a {@link io.bateleur.lab.store.Store}. Loaded beside the engine's version that was
 * asked for.
 */
@NullMarked
package io.bateleur.lab.store.je;

import org.jspecify.annotations.NullMarked;
