/**
 * What people keep of the bench: pages, Markdown, JUnit XML, traces, the table of all bugs, and which of them show at which levels.
 *
 * <p>In: {@link io.bateleur.lab.repro.CaseRun}s. Out: files.
 */
@NullMarked
package io.bateleur.lab.repro.report;

import org.jspecify.annotations.NullMarked;
