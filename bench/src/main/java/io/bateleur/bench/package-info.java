/**
 * Benchmarks: how long the commands take here, as tables for docs/benchmarks.md.
 *
 * <p>In: which tables, how often, how large. Out: Markdown, with what is going on told on another stream.
 */
@NullMarked
package io.bateleur.bench;

import org.jspecify.annotations.NullMarked;
