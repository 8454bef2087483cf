package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/**
 * Rows whose first columns have given values and whose last one, a whole number, lies between two.
 *
 * @param columns all of these columns
 * @param prefix values of all but the last, as {@link TableShape#normal} makes them
 * @param low of the last column; null: no bound
 * @param high of the last column; null: no bound
 * @param descending whether the greatest come first
 */
public record Range(
        int[] columns,
        Object[] prefix,
        @Nullable Long low,
        @Nullable Long high,
        boolean descending) {}
