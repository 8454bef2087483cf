/**
 * Records what clients ask of a database and what it answers: the envelope of every call, and nothing that the client did not see.
 *
 * <p>In: a {@link io.bateleur.recorder.KeyValueClient} of any store. Out: the same client, and a native trace beside it, in a
 * {@link io.bateleur.recorder.TraceSink}: files, a receiver on the network, or memory.
 */
@NullMarked
package io.bateleur.recorder;

import org.jspecify.annotations.NullMarked;
