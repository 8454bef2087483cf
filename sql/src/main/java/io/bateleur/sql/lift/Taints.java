package io.bateleur.sql.lift;

import io.bateleur.core.model.History;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Columns that something may have written of which nothing certain is known, and from when on. Reads of them are left out unless they
 * were answered by then. Writes stay: nobody is said to have read another one, and whoever read them before then may have.
 */
final class Taints {
    private static final long NEVER = Long.MAX_VALUE;

    private final long[] from;
    private final Map<Integer, String> reasons = new HashMap<>();
    private long all = NEVER;
    private String allReason = "";

    Taints(int columns) {
        this.from = new long[columns];
        Arrays.fill(from, NEVER);
    }

    /** @param since a time before it may have been written; {@link History#NO_TIME}: nobody knows */
    void column(Relation relation, int column, long since, String why) {
        int number = relation.firstColumn + column;
        long time = since == History.NO_TIME ? SideEffects.ALWAYS : since;
        if (time < from[number]) {
            from[number] = time;
            reasons.put(number, why);
        }
    }

    void table(Relation relation, long since, String why) {
        for (int c = 0; c < relation.columnCount(); c++) {
            column(relation, c, since, why);
        }
    }

    void everything(long since, String why) {
        long time = since == History.NO_TIME ? SideEffects.ALWAYS : since;
        if (time < all) {
            all = time;
            allReason = why;
        }
    }

    /** From when on nothing is known of a column. */
    long since(Relation relation, int column) {
        return Math.min(all, from[relation.firstColumn + column]);
    }

    /** Why what was read of a column by then is left out; null where it is not. */
    @Nullable
    String of(Relation relation, int column, long read) {
        int number = relation.firstColumn + column;
        if (from[number] != NEVER && read >= from[number]) {
            return reasons.get(number);
        }
        return all != NEVER && read >= all ? allReason : null;
    }
}
