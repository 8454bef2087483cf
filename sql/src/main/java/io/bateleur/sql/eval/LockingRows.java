package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query that locks them. PostgreSQL sorts before it locks, so a row that somebody else changed meanwhile comes where its old
 * values put it, and it locks only as many rows as LIMIT lets through.
 */
final class LockingRows {
    private static final int ORDERS_MAX = 12;

    private final Locking locking;
    private final int[] slots;
    private final Cut cut;
    private final @Nullable Sorting sorting;

    LockingRows(Locking locking, int[] slots, Cut cut, @Nullable Sorting sorting) {
        this.locking = locking;
        this.slots = slots;
        this.cut = cut;
        this.sorting = sorting;
    }

    /** Computes something of the rows that are in a frame. */
    interface Values {
        Object[] of(Frame frame);
    }

    RowSet run(Frame frame, Loop loop, List<String> columns, Values items, Values keys) {
        List<Tuple> found = new ArrayList<>();
        loop.run(frame, each -> {
            if (locking.sortsFirst() || locking.renew(each)) {
                found.add(new Tuple(new Object[] {Loop.Kept.of(each, slots)}, each.presence, keys.of(each)));
            }
            return true;
        });
        int[] ranks = sorting == null ? null : sorting.sort(found);
        long needed = cut.needed(frame);
        boolean locks = cut.isNone() || needed < Long.MAX_VALUE;
        List<Tuple> rows = new ArrayList<>();
        List<Integer> ranksLeft = new ArrayList<>();
        for (int from = 0; from < found.size() && sure(rows) < needed; ) {
            int to = from + 1;
            while (to < found.size() && (ranks == null || ranks[to] == ranks[from])) {
                to++;
            }
            List<Tuple> group = new ArrayList<>(found.subList(from, to));
            boolean more = true;
            while (!group.isEmpty() && sure(rows) < needed) {
                int next = next(group.size(), needed - sure(rows), frame);
                more = next >= 0;
                Tuple row = take(group.remove(Math.max(0, next)), frame, items, locks && more);
                if (row != null) {
                    rows.add(row);
                    ranksLeft.add(ranks == null ? 0 : ranks[from]);
                }
                if (!more) {
                    // Which of them it takes is left open, so all of them are answers.
                    for (Tuple other : group) {
                        Tuple open = take(other, frame, items, false);
                        if (open != null) {
                            rows.add(open);
                            ranksLeft.add(ranks == null ? 0 : ranks[from]);
                        }
                    }
                    break;
                }
            }
            from = to;
        }
        frame.presence = Presence.SURE;
        int[] order = ranks == null
                ? null
                : ranksLeft.stream().mapToInt(Integer::intValue).toArray();
        return cut.cut(columns, rows, order, frame);
    }

    private static long sure(List<Tuple> rows) {
        return rows.stream().filter(row -> row.presence() == Presence.SURE).count();
    }

    /** Which row of equal rank is locked next; -1 where nobody says so. */
    private int next(int size, long wanted, Frame frame) {
        if (size <= wanted || size == 1) {
            return 0;
        }
        if (size * wanted <= ORDERS_MAX) {
            return frame.tables.choose(size);
        }
        if (frame.tables.choose(1) == 0) {
            throw new Outside(null, "a choice among many rows to lock");
        }
        return -1;
    }

    private @Nullable Tuple take(Tuple candidate, Frame frame, Values items, boolean locks) {
        Loop.Kept kept = (Loop.Kept) candidate.values()[0];
        kept.restore(frame, slots);
        frame.presence = kept.presence();
        if (locking.sortsFirst() && !locking.renew(frame)) {
            return null;
        }
        if (locks && frame.presence == Presence.SURE) {
            locking.lock(frame);
        }
        return new Tuple(items.of(frame), frame.presence, candidate.keys);
    }
}
