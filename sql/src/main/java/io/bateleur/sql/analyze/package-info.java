/**
 * Which serializability violations the transactions of an application can have at a level, and what changes remove them.
 *
 * <p>In: an application as SQL with transactions marked in it, and levels. Out: a verdict per level, with violations that are executed.
 */
@NullMarked
package io.bateleur.sql.analyze;

import org.jspecify.annotations.NullMarked;
