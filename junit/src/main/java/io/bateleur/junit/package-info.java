/**
 * Tests that fail when the database did not keep the isolation that the application needs.
 *
 * <p>In: a test class with {@link io.bateleur.junit.Isolated} whose data source is recorded. Out: a failure with the explanation, and a
 * page that shows it, when what the tests did breaks a level.
 */
@NullMarked
package io.bateleur.junit;

import org.jspecify.annotations.NullMarked;
