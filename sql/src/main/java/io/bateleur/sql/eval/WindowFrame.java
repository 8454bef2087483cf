package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which rows around the current one a function over a window sees.
 *
 * @param from a distance from the current row; null with {@code unboundedFrom}
 * @param key what RANGE counts in; null where it does not count
 */
record WindowFrame(
        String unit,
        int fromSign,
        @Nullable Code from,
        int toSign,
        @Nullable Code to,
        String exclude,
        @Nullable Code key,
        boolean descending) {
    private static final int UNBOUNDED = 2;

    static WindowFrame of(Expr.Window window, ExpressionCompiler compiler, Code[] order, SqlType[] types) {
        Expr.Frame frame = window.frame();
        if (frame == null) {
            // Up to the last row of the same rank; without an order that is every row.
            return new WindowFrame("RANGE", -UNBOUNDED, null, 0, null, "", null, false);
        }
        Code from = distance(frame.start(), compiler);
        Expr.Bound end = frame.end();
        Code to = end == null ? null : distance(end, compiler);
        boolean counts = frame.unit().equals("RANGE") && (from != null || to != null);
        boolean numbers = order.length == 1 && (types[0].isInteger() || types[0].kind() == SqlType.Kind.DECIMAL);
        if (counts && !numbers) {
            throw new Outside(frame, "RANGE with a distance in what is no exact number");
        }
        boolean descending = counts && window.order().get(0).direction().equals("DESC");
        return new WindowFrame(
                frame.unit(),
                sign(frame.start()),
                from,
                end == null ? 0 : sign(end),
                to,
                frame.exclude(),
                counts ? order[0] : null,
                descending);
    }

    private static @Nullable Code distance(Expr.Bound bound, ExpressionCompiler compiler) {
        return bound.distance() == null ? null : compiler.code(bound.distance());
    }

    private static int sign(Expr.Bound bound) {
        int far = bound.words().startsWith("UNBOUNDED") ? UNBOUNDED : 1;
        return bound.words().endsWith("PRECEDING") ? -far : bound.words().endsWith("FOLLOWING") ? far : 0;
    }

    /** The places of the rows in the partition, in their order; null where which there are depends on the order of rows of one rank. */
    @Nullable
    List<Integer> rows(
            int at,
            int size,
            int @Nullable [] ranks,
            List<Integer> part,
            List<Loop.Kept> kept,
            int[] slots,
            Frame frame) {
        int[] known = ranks == null ? new int[size] : ranks;
        int[] bounds = key != null
                ? byKey(at, known, part, kept, slots, frame)
                : unit.equals("ROWS") ? byRows(at, size, known, frame) : byRanks(at, known, frame);
        if (bounds.length == 0) {
            return null;
        }
        List<Integer> rows = new ArrayList<>();
        for (int i = Math.max(bounds[0], 0); i <= Math.min(bounds[1], size - 1); i++) {
            boolean peer = known[i] == known[at];
            boolean left =
                    switch (exclude) {
                        case "CURRENT ROW" -> i == at;
                        case "GROUP" -> peer;
                        case "TIES" -> peer && i != at;
                        default -> false;
                    };
            if (!left) {
                rows.add(i);
            }
        }
        return rows;
    }

    private static final int[] UNCLEAR = {};

    private static long amount(@Nullable Code distance, Frame frame) {
        Object value = distance == null ? (Object) 0L : distance.value(frame);
        if (!(value instanceof Long number)) {
            throw new Outside(null, "a distance of a window that is no whole number");
        }
        if (number < 0) {
            throw new SqlError("22013", "a negative distance of a window");
        }
        return number;
    }

    private int[] byRows(int at, int size, int[] ranks, Frame frame) {
        long first = fromSign == -UNBOUNDED ? 0 : fromSign == UNBOUNDED ? size : at + fromSign * amount(from, frame);
        long last = toSign == UNBOUNDED ? size - 1 : toSign == -UNBOUNDED ? -1 : at + toSign * amount(to, frame);
        boolean alone = (at == 0 || ranks[at - 1] != ranks[at]) && (at + 1 >= size || ranks[at + 1] != ranks[at]);
        boolean whole = first <= 0 && last >= size - 1;
        boolean excludes = !exclude.isEmpty() && !exclude.equals("NO OTHERS");
        boolean clear = alone && !splits(first, size, ranks) && !splits(last + 1, size, ranks);
        return whole && !excludes || clear ? new int[] {clamp(first, size), clamp(last, size)} : UNCLEAR;
    }

    private static int clamp(long place, int size) {
        return (int) Math.max(-1, Math.min(place, size));
    }

    /** Whether rows of one rank stand on both sides of a place. */
    private static boolean splits(long place, int size, int[] ranks) {
        return place > 0 && place < size && ranks[(int) place - 1] == ranks[(int) place];
    }

    private int[] byRanks(int at, int[] ranks, Frame frame) {
        long low = fromSign == -UNBOUNDED
                ? 0
                : fromSign == UNBOUNDED ? Long.MAX_VALUE : ranks[at] + fromSign * amount(from, frame);
        long high = toSign == UNBOUNDED
                ? Long.MAX_VALUE
                : toSign == -UNBOUNDED ? -1 : ranks[at] + toSign * amount(to, frame);
        return between(ranks.length, i -> ranks[i] >= low, i -> ranks[i] <= high);
    }

    private interface Within {
        boolean holds(int place);
    }

    private static int[] between(int size, Within low, Within high) {
        int first = 0;
        while (first < size && !low.holds(first)) {
            first++;
        }
        int last = size - 1;
        while (last >= 0 && !high.holds(last)) {
            last--;
        }
        return new int[] {first, last};
    }

    /** RANGE with a distance: by the values of the one column that it is sorted by. Rows with NULL see each other. */
    private int[] byKey(int at, int[] ranks, List<Integer> part, List<Loop.Kept> kept, int[] slots, Frame frame) {
        Code by = java.util.Objects.requireNonNull(key);
        java.math.BigDecimal[] keys = new java.math.BigDecimal[ranks.length];
        for (int i = 0; i < keys.length; i++) {
            kept.get(part.get(i)).restore(frame, slots);
            Object value = by.value(frame);
            if (Unknown.is(value)) {
                return UNCLEAR;
            }
            keys[i] = value == null ? null : Numerals.decimal(value);
        }
        kept.get(part.get(at)).restore(frame, slots);
        if (keys[at] == null) {
            return between(
                    ranks.length,
                    i -> fromSign == -UNBOUNDED || ranks[i] >= ranks[at],
                    i -> toSign == UNBOUNDED || ranks[i] <= ranks[at]);
        }
        int direction = descending ? -1 : 1;
        java.math.BigDecimal low =
                keys[at].add(java.math.BigDecimal.valueOf(direction * Integer.signum(fromSign) * amount(from, frame)));
        java.math.BigDecimal high =
                keys[at].add(java.math.BigDecimal.valueOf(direction * Integer.signum(toSign) * amount(to, frame)));
        boolean nullsFirst = keys[0] == null;
        return between(
                ranks.length,
                i -> fromSign == -UNBOUNDED
                        || (keys[i] == null ? !nullsFirst : direction * keys[i].compareTo(low) >= 0),
                i -> toSign == UNBOUNDED || (keys[i] == null ? nullsFirst : direction * keys[i].compareTo(high) <= 0));
    }
}
