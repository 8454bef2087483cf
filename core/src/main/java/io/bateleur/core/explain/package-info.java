/**
 * Verdicts made visible: the argument why a level does not hold, found and checked on a small part of the history, its
 * renderings, and the replayer of witnesses.
 */
@NullMarked
package io.bateleur.core.explain;

import org.jspecify.annotations.NullMarked;
