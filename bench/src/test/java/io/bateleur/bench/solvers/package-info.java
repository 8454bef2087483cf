/**
 * Measures our solver beside Z3 and sat4j: {@code mvn -Pbench verify -DskipTests}. It stands with the tests, because it is not part
 * of the product, and yet compiled in every build.
 *
 * <p>In: nothing. Out: tables for docs/benchmarks.md on standard output.
 */
@NullMarked
package io.bateleur.bench.solvers;

import org.jspecify.annotations.NullMarked;
