/**
 * SQL texts as trees.
 *
 * <p>In: a text and whose SQL it is. Out: its statements, each with all that it says and where; what is not read is a statement with its
 * text, the place and the reason. Nothing throws. Tables are not known here: names are what the text says.
 */
@NullMarked
package io.bateleur.sql.parse;

import org.jspecify.annotations.NullMarked;
