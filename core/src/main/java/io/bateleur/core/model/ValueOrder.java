package io.bateleur.core.model;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** The order of keys that ranges are read in. */
final class ValueOrder {
    private ValueOrder() {}

    static int compare(Value left, Value right) {
        if (left instanceof Value.Int l && right instanceof Value.Int r) {
            return Long.compare(l.value(), r.value());
        }
        if (left.rank() != right.rank()) {
            return Integer.compare(left.rank(), right.rank());
        }
        if (left instanceof Value.Text l && right instanceof Value.Text r) {
            return Arrays.compareUnsigned(Value.utf8(l.value()), Value.utf8(r.value()));
        }
        if (left instanceof Value.Bytes l && right instanceof Value.Bytes r) {
            return Arrays.compareUnsigned(l.value(), r.value());
        }
        if (left instanceof Value.Bool l && right instanceof Value.Bool r) {
            return Boolean.compare(l.value(), r.value());
        }
        if (left instanceof Value.Elements l && right instanceof Value.Elements r) {
            return compareLists(l.value(), r.value());
        }
        if (left instanceof Value.Null) {
            return 0;
        }
        int bySize = number(left).compareTo(number(right));
        // 1 and 1.0 are different values, so the order must tell them apart.
        return bySize != 0 ? bySize : Boolean.compare(left instanceof Value.Decimal, right instanceof Value.Decimal);
    }

    private static int compareLists(List<Value> left, List<Value> right) {
        int shared = Math.min(left.size(), right.size());
        for (int i = 0; i < shared; i++) {
            int order = compare(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static BigDecimal number(Value value) {
        if (value instanceof Value.Int integer) {
            return BigDecimal.valueOf(integer.value());
        }
        if (value instanceof Value.BigInt integer) {
            return new BigDecimal(integer.value());
        }
        if (value instanceof Value.Decimal decimal) {
            return decimal.number();
        }
        throw new IllegalArgumentException("not a number: " + value);
    }
}
