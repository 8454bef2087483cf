/**
 * SQL as a tree: every statement with all that it says, and where each part stands in its text.
 *
 * <p>In: nothing; {@code sql.parse} makes it. Out: records that cannot be malformed, a walk over them, and the text of one. What a
 * name means, and which table has which columns, is not known here.
 */
@NullMarked
package io.bateleur.sql.tree;

import org.jspecify.annotations.NullMarked;
