package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of rows by some keys. */
final class Sorting {
    private final Comparing[] comparing;
    private final boolean[] descending;
    private final boolean[] nullsFirst;

    Sorting(List<Query.OrderItem> items, SqlType[] types, SqlDialect dialect) {
        this.comparing = new Comparing[types.length];
        this.descending = new boolean[types.length];
        this.nullsFirst = new boolean[types.length];
        for (int i = 0; i < types.length; i++) {
            Query.OrderItem item = items.get(i);
            if (item.direction().startsWith("USING")) {
                throw new Outside(item, "an order by an operator");
            }
            comparing[i] = Comparisons.comparing(dialect, types[i], types[i]);
            descending[i] = item.direction().equals("DESC");
            boolean low = Habit.NULLS_ARE_LOWEST.of(dialect);
            nullsFirst[i] =
                    item.nulls().isEmpty() ? low != descending[i] : item.nulls().equals("FIRST");
        }
    }

    boolean isDescending(int key) {
        return descending[key];
    }

    boolean hasNullsFirst(int key) {
        return nullsFirst[key];
    }

    /** Sorts, and gives the ranks; null where it is not known which row comes first. */
    int @Nullable [] sort(List<Tuple> tuples) {
        boolean[] unknown = new boolean[1];
        Tuple[] sorted = tuples.toArray(Tuple[]::new);
        for (Tuple tuple : sorted) {
            if (Unknown.in(tuple.keys)) {
                return null;
            }
        }
        try {
            Arrays.sort(sorted, (a, b) -> compare(a.keys, b.keys, unknown));
        } catch (IllegalArgumentException inconsistent) {
            return null;
        }
        if (unknown[0]) {
            return null;
        }
        for (int i = 0; i < sorted.length; i++) {
            tuples.set(i, sorted[i]);
        }
        int[] ranks = new int[sorted.length];
        for (int i = 1; i < sorted.length; i++) {
            ranks[i] = ranks[i - 1] + (compare(sorted[i - 1].keys, sorted[i].keys, unknown) == 0 ? 0 : 1);
        }
        return ranks;
    }

    private int compare(Object[] a, Object[] b, boolean[] unknown) {
        for (int i = 0; i < comparing.length; i++) {
            int sign = compare(a[i], b[i], i, unknown);
            if (sign != 0) {
                return sign;
            }
        }
        return 0;
    }

    private int compare(@Nullable Object a, @Nullable Object b, int i, boolean[] unknown) {
        if (a == null || b == null) {
            return a == b ? 0 : (a == null) == nullsFirst[i] ? -1 : 1;
        }
        int sign = comparing[i].compare(a, b);
        if (sign > 1) {
            unknown[0] = true;
            return 0;
        }
        return descending[i] ? -sign : sign;
    }

    /** The rows without an order. */
    static List<Tuple> copy(List<Tuple> tuples) {
        return new ArrayList<>(tuples);
    }
}
