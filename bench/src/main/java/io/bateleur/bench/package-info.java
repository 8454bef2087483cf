/**
 * Measures the solver beside others; not part of the product.
 *
 * <p>In: nothing. Out: tables for docs/benchmarks.md on standard output.
 */
@NullMarked
package io.bateleur.bench;

import org.jspecify.annotations.NullMarked;

