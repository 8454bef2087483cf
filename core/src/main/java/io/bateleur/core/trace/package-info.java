/**
 * Traces in and out: every file format that holds a history, read as a stream, with errors that say where.
 *
 * <p>In: a file, compressed or not, or a directory of them. Out: a {@link io.bateleur.core.model.History}, or a
 * {@link BadInputException} with a place; and back.
 */
@NullMarked
package io.bateleur.core.trace;

import org.jspecify.annotations.NullMarked;
