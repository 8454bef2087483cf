/**
 * Is every answer in a log of SQL possible at all? Correct executions are searched that explain what clients saw.
 *
 * <p>In: a history of SQL statements with the times of its calls, a schema, the rows at first, a level. Out: accepted with witness
 * states, refused with the statement that no correct execution explains, or undecided with what is missing.
 */
@NullMarked
package io.bateleur.sql.audit;

import org.jspecify.annotations.NullMarked;
