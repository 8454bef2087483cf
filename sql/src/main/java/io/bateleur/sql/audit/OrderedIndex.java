package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Range;
import io.bateleur.sql.eval.TableShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rows by the values of some columns, and for each of these in the order of another column. */
final class OrderedIndex extends RowIndex {
    /** What rows with the same values in the first columns have in the last one. */
    private static final class Part {
        final NavigableSet<Long> numbers = new TreeSet<>();
        /** Keys whose last value is no whole number. */
        final Set<Object> odd = new HashSet<>();
    }

    private final Map<KeyValues, Part> parts = new HashMap<>();

    OrderedIndex(TableShape shape, int[] columns) {
        super(shape, columns);
    }

    private static Object[] values(Object key) {
        return key instanceof KeyValues several ? several.values() : new Object[] {key};
    }

    @Override
    void appears(Object key) {
        Object[] values = values(key);
        Part part = parts.computeIfAbsent(prefix(values), none -> new Part());
        if (values[values.length - 1] instanceof Long number) {
            part.numbers.add(number);
        } else {
            part.odd.add(key);
        }
    }

    @Override
    void vanishes(Object key) {
        Object[] values = values(key);
        Part part = parts.get(prefix(values));
        if (part == null) {
            return;
        }
        if (values[values.length - 1] instanceof Long number) {
            part.numbers.remove(number);
        } else {
            part.odd.remove(key);
        }
        if (part.numbers.isEmpty() && part.odd.isEmpty()) {
            parts.remove(prefix(values));
        }
    }

    private static KeyValues prefix(Object[] values) {
        return new KeyValues(Arrays.copyOf(values, values.length - 1));
    }

    /** Rows whose last value is, or once was, no number, or not known. */
    Set<VersionedRow> loose(Range range) {
        Set<VersionedRow> loose = new LinkedHashSet<>(unknown());
        Part part = parts.get(new KeyValues(range.prefix()));
        if (part != null) {
            part.odd.forEach(key -> known(key, loose));
        }
        return loose;
    }

    /** A value, and the rows that have it, or once had. */
    record At(long value, List<VersionedRow> rows) {}

    /** In the order of the range. */
    Iterator<At> sorted(Range range) {
        Part part = parts.get(new KeyValues(range.prefix()));
        NavigableSet<Long> numbers = part == null ? new TreeSet<>() : between(part.numbers, range.low(), range.high());
        Iterator<Long> in = (range.descending() ? numbers.descendingSet() : numbers).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return in.hasNext();
            }

            @Override
            public At next() {
                long value = in.next();
                List<VersionedRow> rows = new ArrayList<>(1);
                Object[] key = Arrays.copyOf(range.prefix(), columns.length);
                key[key.length - 1] = value;
                known(key.length == 1 ? key[0] : new KeyValues(key), rows);
                return new At(value, rows);
            }
        };
    }

    private static NavigableSet<Long> between(NavigableSet<Long> numbers, @Nullable Long low, @Nullable Long high) {
        if (low != null && high != null && low > high) {
            return new TreeSet<>();
        }
        NavigableSet<Long> some = low == null ? numbers : numbers.tailSet(low, true);
        return high == null ? some : some.headSet(high, true);
    }
}
