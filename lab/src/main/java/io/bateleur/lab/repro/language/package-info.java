/**
 * The language of cases: what a bug report says, as data, read from text and printed as text (docs/cases.md).
 *
 * <p>In: the text of {@code .case} files. Out: a {@link io.bateleur.lab.repro.language.BugCase}, which the bench runs and importers make.
 */
@NullMarked
package io.bateleur.lab.repro.language;

import org.jspecify.annotations.NullMarked;
