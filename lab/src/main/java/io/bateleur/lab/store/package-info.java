/**
 * Databases as transactional key-value stores: one small adapter per engine.
 *
 * <p>In: a place to connect to, an isolation level. Out: {@link io.bateleur.recorder.KeyValueClient}s with honest endings.
 */
@NullMarked
package io.bateleur.lab.store;

import org.jspecify.annotations.NullMarked;
