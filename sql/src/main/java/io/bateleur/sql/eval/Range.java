package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/**
 * A part of an ordered index: rows whose first columns have given values and whose next one lies between two.
 *
 * @param columns of the index, from its first, as many as matter
 * @param prefix values of the first of them
 * @param low of the column after the prefix; null: no bound
 * @param high of the same column; null: no bound
 * @param descending whether the order is reversed
 */
public record Range(
        int[] columns,
        Object[] prefix,
        @Nullable Object low,
        boolean lowIncluded,
        @Nullable Object high,
        boolean highIncluded,
        boolean descending) {}
