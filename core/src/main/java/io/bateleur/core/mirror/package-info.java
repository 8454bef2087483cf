/**
 * Verifies a running database: mirrors what its concurrency control must have done, and reports what no choice of instants explains.
 *
 * <p>In: the events of traces, as they come, and the profile of the database. Out: findings, and the state of the verifier.
 */
@NullMarked
package io.bateleur.core.mirror;

import org.jspecify.annotations.NullMarked;
