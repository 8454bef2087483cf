/**
 * What the names of a statement mean.
 *
 * <p>In: a tree of {@code sql.tree}, and whoever knows the tables. Out: of every column the source and the column that it is, of every
 * query its columns with stars expanded, of what cannot be resolved its place and the reason, and what a statement may write.
 */
@NullMarked
package io.bateleur.sql.resolve;

import org.jspecify.annotations.NullMarked;
