/**
 * What is wrong with a history.
 *
 * <p>In: a {@link io.bateleur.core.model.History}. Out: findings, which are values with evidence; text comes last.
 */
@NullMarked
package io.bateleur.core.check;

import org.jspecify.annotations.NullMarked;
