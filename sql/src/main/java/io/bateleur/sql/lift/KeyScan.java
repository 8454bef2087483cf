package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query of one table that nothing but keys decides, as a scan: between its bounds there were the rows found, and no others.
 *
 * @param order 1 when rows come in the order of the key, -1 when against it, 0 when that is not known
 */
record KeyScan(Relation relation, Bound bound, int order) {
    /**
     * Tells of the scan; false when the answer is not what was asked for, which tells nothing of other rows.
     *
     * @param all whether the answer was read to its end; else it is a beginning, which needs an order and a row
     */
    boolean tell(List<List<Value>> found, boolean all, Workspace work) {
        int column = relation.existence();
        Value low = low(column);
        Value high = high(column);
        if (!all) {
            // As far as it was read, in the order of the key, it tells everything.
            List<Value> last = found.get(found.size() - 1);
            if (order > 0) {
                high = relation.after(column, last);
            } else {
                low = relation.cell(column, last);
            }
        }
        if (!isOrderedWithin(found, low, high, all)) {
            return false;
        }
        work.scan(relation, low, high, found);
        return true;
    }

    private Value low(int column) {
        if (bound.low() == null) {
            return relation.cell(column, bound.prefix());
        }
        List<Value> from = with(bound.prefix(), bound.low());
        return bound.lowOpen() ? relation.after(column, from) : relation.cell(column, from);
    }

    private Value high(int column) {
        if (bound.high() == null) {
            return relation.after(column, bound.prefix());
        }
        List<Value> to = with(bound.prefix(), bound.high());
        return bound.highOpen() ? relation.cell(column, to) : relation.after(column, to);
    }

    private static List<Value> with(List<Value> prefix, @Nullable Value last) {
        List<Value> all = new ArrayList<>(prefix);
        if (last != null) {
            all.add(last);
        }
        return all;
    }

    private boolean isOrderedWithin(List<List<Value>> found, Value low, Value high, boolean all) {
        Comparator<Value> comparator = order < 0 ? Comparator.reverseOrder() : Comparator.naturalOrder();
        Set<Value> seen = new HashSet<>();
        Value before = null;
        for (List<Value> row : found) {
            Value cell = relation.cell(relation.existence(), row);
            boolean within = cell.compareTo(low) >= 0 && cell.compareTo(high) < 0;
            boolean ordered = all || before == null || comparator.compare(before, cell) < 0;
            if (!within || !ordered || !seen.add(cell)) {
                return false;
            }
            before = cell;
        }
        return true;
    }
}
