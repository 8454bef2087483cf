package io.bateleur.sql.eval;

import java.util.List;

/**
 * Rows of a {@link Range}.
 *
 * @param loose rows that may be anywhere in the range, or outside of it
 * @param sorted all others, by the last column of the range, which is a whole number in all of them; found when they are asked for
 */
public record OrderedRows(List<? extends Row> loose, Iterable<? extends Row> sorted) {}
