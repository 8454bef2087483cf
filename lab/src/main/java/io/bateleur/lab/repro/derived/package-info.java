/**
 * Violations as cases: the SQL of the transactions that show one, with the rows that they begin with.
 *
 * <p>In: a recorded history and an {@link io.bateleur.core.report.Explanation} of it. Out: a
 * {@link io.bateleur.lab.repro.language.BugCase} that the bench runs until it shows again.
 */
@NullMarked
package io.bateleur.lab.repro.derived;

import org.jspecify.annotations.NullMarked;
