/**
 * What was found, as plain data that any room can make, and every way to show it.
 *
 * <p>In: findings and reports. Out: text, JSON, JUnit XML, SARIF, DOT, HTML.
 */
@NullMarked
package io.bateleur.core.report;

import org.jspecify.annotations.NullMarked;
