/**
 * What a database has beside rows: tables with their columns, keys and rules, views, routines, sequences, types.
 *
 * <p>In: definitions as trees of {@code sql.tree}, or what a trace tells of its tables. Out: a {@link io.bateleur.sql.schema.Catalog},
 * which cannot be changed, and looks names up along a search path.
 */
@NullMarked
package io.bateleur.sql.schema;

import org.jspecify.annotations.NullMarked;
