/**
 * The bench: runs cases on databases of chosen versions and says whether the bug shows (docs/repro.md).
 *
 * <p>In: a {@link io.bateleur.lab.repro.language.BugCase} and a {@link io.bateleur.lab.repro.Ground}. Out: a
 * {@link io.bateleur.lab.repro.CaseRun} for each level, with everything that was said and answered.
 */
@NullMarked
package io.bateleur.lab.repro;

import org.jspecify.annotations.NullMarked;
