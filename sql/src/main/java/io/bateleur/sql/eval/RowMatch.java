package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Whether rows that were seen are one of those sequences that a {@link RowSet} allows. */
final class RowMatch {
    private final RowSet expected;

    RowMatch(RowSet expected) {
        this.expected = expected;
    }

    boolean allows(List<Object[]> seen) {
        int[] ranks = expected.ranks();
        boolean plain = expected.cutKnown();
        boolean sure = true;
        for (Tuple tuple : expected.tuples()) {
            sure &= tuple.presence() == Presence.SURE;
        }
        if (ranks == null) {
            return plain && sure ? cut(seen) : embeds(seen);
        }
        return plain && sure ? inOrder(seen, ranks) : embeds(seen);
    }

    /** As many rows as the cut leaves, each another one of those expected. */
    private boolean cut(List<Object[]> seen) {
        return seen.size() == size(expected.tuples().size())
                && matches(seen, 0, seen.size(), 0, expected.tuples().size());
    }

    private long size(long all) {
        return Math.max(0, Math.min(all - expected.offset(), expected.limit()));
    }

    /** Rank by rank: a rank that is cut gives some of its rows. */
    private boolean inOrder(List<Object[]> seen, int[] ranks) {
        int all = expected.tuples().size();
        if (seen.size() != size(all)) {
            return false;
        }
        long end = expected.offset() + seen.size();
        for (int first = 0; first < all; ) {
            int after = first;
            while (after < all && ranks[after] == ranks[first]) {
                after++;
            }
            int from = (int) (Math.max(first, expected.offset()) - expected.offset());
            int to = (int) (Math.min(after, end) - expected.offset());
            if (to > from && !matches(seen, from, to, first, after)) {
                return false;
            }
            first = after;
        }
        return true;
    }

    /** What is there for certain is seen unless there is a cut, and whatever is seen may be there. The order is not looked at. */
    private boolean embeds(List<Object[]> seen) {
        List<Object[]> left = new ArrayList<>(seen);
        List<Tuple> perhaps = new ArrayList<>();
        boolean cut = !expected.cutKnown() || expected.offset() > 0 || expected.limit() < Long.MAX_VALUE;
        if (expected.cutKnown() && seen.size() > expected.limit()) {
            return false;
        }
        List<Tuple> sure = new ArrayList<>();
        for (Tuple tuple : expected.tuples()) {
            if (tuple.presence() == Presence.SURE && !cut) {
                sure.add(tuple);
            } else {
                perhaps.add(tuple);
            }
        }
        boolean unlimited = perhaps.stream().anyMatch(tuple -> tuple.presence() == Presence.MANY);
        if (sure.stream().anyMatch(tuple -> Unknown.in(tuple.values()))) {
            return sure.size() <= seen.size() && (unlimited || seen.size() <= sure.size() + perhaps.size());
        }
        for (Tuple tuple : sure) {
            if (!remove(left, tuple)) {
                return false;
            }
        }
        return placed(left, perhaps);
    }

    private static boolean remove(List<Object[]> rows, Tuple tuple) {
        for (int i = 0; i < rows.size(); i++) {
            if (alike(tuple, rows.get(i))) {
                rows.remove(i);
                return true;
            }
        }
        return false;
    }

    private static boolean placed(List<Object[]> rows, List<Tuple> tuples) {
        List<Tuple> once = new ArrayList<>(tuples);
        List<Tuple> often = tuples.stream()
                .filter(tuple -> tuple.presence() == Presence.MANY)
                .toList();
        once.removeIf(tuple -> tuple.presence() == Presence.MANY);
        List<Object[]> rest = new ArrayList<>();
        for (Object[] row : rows) {
            if (often.stream().noneMatch(tuple -> alike(tuple, row))) {
                rest.add(row);
            }
        }
        return assigned(rest, once);
    }

    private boolean matches(List<Object[]> seen, int from, int to, int first, int after) {
        if (to - from == 1 && after - first == 1) {
            return alike(expected.tuples().get(first), seen.get(from));
        }
        return assigned(seen.subList(from, to), expected.tuples().subList(first, after));
    }

    /** Whether every row can have a tuple of its own: augmenting paths. */
    private static boolean assigned(List<Object[]> rows, List<Tuple> tuples) {
        if (rows.size() > tuples.size()) {
            return false;
        }
        int[] holder = new int[tuples.size()];
        Arrays.fill(holder, -1);
        for (int row = 0; row < rows.size(); row++) {
            if (!place(rows, tuples, row, holder, new boolean[tuples.size()])) {
                return false;
            }
        }
        return true;
    }

    private static boolean place(List<Object[]> rows, List<Tuple> tuples, int row, int[] holder, boolean[] tried) {
        for (int i = 0; i < tried.length; i++) {
            int tuple = (row + i) % tried.length;
            if (!tried[tuple] && alike(tuples.get(tuple), rows.get(row))) {
                tried[tuple] = true;
                if (holder[tuple] < 0 || place(rows, tuples, holder[tuple], holder, tried)) {
                    holder[tuple] = row;
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean alike(Tuple expected, Object[] seen) {
        Object[] values = expected.values();
        if (values.length != seen.length) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            if (!Alike.alike(values[i], seen[i])) {
                return false;
            }
        }
        return true;
    }
}
