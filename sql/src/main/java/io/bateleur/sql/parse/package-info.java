/**
 * SQL texts as the few shapes that lifting understands.
 *
 * <p>In: the text of a statement. Out: a {@link io.bateleur.sql.parse.Parsed} statement, in which everything that is not understood
 * is named as such; nothing throws. Tables are not known here: names are what the text says.
 */
@NullMarked
package io.bateleur.sql.parse;

import org.jspecify.annotations.NullMarked;
