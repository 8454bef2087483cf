package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which part of which index a statement scans.
 *
 * @param equal values of its first columns
 * @param low lower bound of the column behind them, null: none @param high likewise
 */
record IndexRange(
        InnoDbIndex index,
        List<Object> equal,
        @Nullable Object low,
        boolean withLow,
        @Nullable Object high,
        boolean withHigh) {

    /** A whole unique key beats a part of an index, and that beats the whole table. */
    static IndexRange of(TableShape shape, Calculation where, Calculator calculator) {
        IndexRange best = null;
        for (InnoDbIndex index : InnoDbIndex.of(shape)) {
            IndexRange range = of(index, where, calculator);
            if (best == null || range.rank() > best.rank()) {
                best = range;
            }
        }
        return java.util.Objects.requireNonNull(best);
    }

    private int rank() {
        return isPoint() ? 3 : !equal.isEmpty() ? 2 : low != null || high != null ? 1 : 0;
    }

    /** Whether it is about one entry at most. */
    boolean isPoint() {
        return index.unique() && equal.size() == index.columns().size();
    }

    boolean isWhole() {
        return rank() == 0;
    }

    private static IndexRange of(InnoDbIndex index, Calculation where, Calculator calculator) {
        List<Object> equal = new ArrayList<>();
        for (String column : index.columns()) {
            Object value = null;
            for (Calculation term : where.conjuncts()) {
                Calculation equated = Rows.equated(term, column);
                value = equated == null ? value : calculator.value(equated, List.of());
            }
            if (value == null) {
                break;
            }
            equal.add(value);
        }
        Object low = null;
        Object high = null;
        boolean withLow = false;
        boolean withHigh = false;
        if (equal.size() < index.columns().size()) {
            String column = index.columns().get(equal.size());
            for (Calculation term : where.conjuncts()) {
                if (term instanceof Operation compare
                        && compare.arguments().size() == 2
                        && compare.arguments().get(0) instanceof ColumnOf of
                        && of.column().equals(column)
                        && compare.arguments().get(1).columns(0).isEmpty()) {
                    Object bound = calculator.value(compare.arguments().get(1), List.of());
                    if (bound != null && compare.name().startsWith(">")) {
                        low = bound;
                        withLow = compare.name().equals(">=");
                    } else if (bound != null && compare.name().matches("<=?")) {
                        high = bound;
                        withHigh = compare.name().equals("<=");
                    }
                }
            }
        }
        return new IndexRange(index, equal, low, withLow, high, withHigh);
    }

    /** Where an entry lies: before it (negative), within, or behind it. */
    int position(TableShape shape, Map<String, @Nullable Object> row) {
        for (int n = 0; n < equal.size(); n++) {
            int sign = compare(row.get(index.columns().get(n)), equal.get(n));
            if (sign != 0) {
                return sign;
            }
        }
        if (equal.size() == index.columns().size()) {
            return 0;
        }
        Object value = row.get(index.columns().get(equal.size()));
        if (low != null) {
            int sign = compare(value, low);
            if (sign < 0 || sign == 0 && !withLow) {
                return -1;
            }
        }
        if (high != null) {
            int sign = compare(value, high);
            return sign > 0 || sign == 0 && !withHigh ? 1 : 0;
        }
        return 0;
    }

    /** NULL comes first. */
    private static int compare(@Nullable Object value, Object bound) {
        Object normal = Calculator.normal(value);
        return normal == null ? -1 : Calculator.compare(normal, bound);
    }
}
