/**
 * Small parts of histories.
 *
 * <p>In: a history and the transactions to keep. Out: a history that violates a level only if the whole one does.
 */
@NullMarked
package io.bateleur.core.part;

import org.jspecify.annotations.NullMarked;
