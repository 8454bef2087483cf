/**
 * From recorded SQL to reads and writes of keys.
 *
 * <p>In: a {@link io.bateleur.core.model.History} with statements and their answers, and its tables. Out: the same history over
 * cells of rows, which the checker understands, and how much of it could be told. Never a guess: what is not certain is an unknown
 * content, a read that is left out, or a column that is left out as a whole. docs/lift.md has the rules and why they are sound.
 */
@NullMarked
package io.bateleur.sql.lift;

import org.jspecify.annotations.NullMarked;
