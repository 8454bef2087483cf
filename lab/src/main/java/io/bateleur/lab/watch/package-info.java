/**
 * Verification while it happens.
 *
 * <p>In: what recorders send, or what a driven database does. Out: findings as they come, and the state of the verifier for views.
 */
@NullMarked
package io.bateleur.lab.watch;

import org.jspecify.annotations.NullMarked;
