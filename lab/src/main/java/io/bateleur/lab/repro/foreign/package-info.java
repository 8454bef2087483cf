/**
 * Importers: what other projects call a schedule, a test case, a scenario or a specification, as a case of ours (docs/cases.md).
 *
 * <p>In: files of PostgreSQL's isolationtester, of Troc and DT2, of Leopard, of ReplBug and of Hermitage. Out: a {@link
 * io.bateleur.lab.repro.language.BugCase} each.
 */
@NullMarked
package io.bateleur.lab.repro.foreign;

import org.jspecify.annotations.NullMarked;
