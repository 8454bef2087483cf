/**
 * What was found, as plain data, and every way to show it.
 *
 * <p>In: findings and reports. Out: text, JSON, JUnit XML, DOT, HTML.
 */
@NullMarked
package io.bateleur.core.report;

import org.jspecify.annotations.NullMarked;
