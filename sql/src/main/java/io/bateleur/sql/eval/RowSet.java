package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an answer, with the freedom that the database has: rows of one rank come in any order, and OFFSET and LIMIT cut the
 * sequence somewhere, perhaps within a rank.
 *
 * @param ranks of the tuples, ascending; null: all of them come in any order
 * @param offset how many are left out at the beginning
 * @param limit how many are answered at most; {@link Long#MAX_VALUE}: all
 * @param cutKnown whether offset and limit are known
 */
public record RowSet(
        List<String> columns, List<Tuple> tuples, int @Nullable [] ranks, long offset, long limit, boolean cutKnown) {

    static RowSet of(List<String> columns, List<Tuple> tuples) {
        return new RowSet(columns, tuples, null, 0, Long.MAX_VALUE, true);
    }

    static RowSet nothing(List<String> columns) {
        return of(columns, List.of());
    }

    /** Whether this may be what a correct database answered. */
    public boolean allows(List<Object[]> seen) {
        return new RowMatch(this).allows(seen);
    }

    /** Whether all values, and which rows there are, are known; their order may be free. */
    public boolean isDetermined() {
        if (!cutKnown) {
            return false;
        }
        for (Tuple tuple : tuples) {
            if (tuple.presence() != Presence.SURE || Unknown.in(tuple.values())) {
                return false;
            }
        }
        return !cutsWithinRank();
    }

    private boolean cutsWithinRank() {
        return splits(offset) || limit < Long.MAX_VALUE && splits(offset + limit);
    }

    private boolean splits(long at) {
        return at > 0 && at < tuples.size() && (ranks == null || ranks[(int) at] == ranks[(int) at - 1]);
    }

    private boolean isCut() {
        return offset > 0 || limit < Long.MAX_VALUE || !cutKnown;
    }

    /**
     * The rows as another part of a statement reads them: without a cut. Where the cut leaves a choice, the database's is asked for; where
     * nobody knows it, rows that may fall to either side are perhaps there.
     */
    List<Tuple> settled(Tables chooser) {
        if (!isCut()) {
            return tuples;
        }
        boolean sure = cutKnown;
        for (Tuple tuple : tuples) {
            sure &= tuple.presence() == Presence.SURE;
        }
        List<Tuple> settled = new ArrayList<>();
        if (!sure) {
            tuples.forEach(tuple -> settled.add(tuple.as(tuple.presence().and(Presence.MAYBE))));
            return settled;
        }
        for (int first = 0; first < tuples.size(); ) {
            int end = ranks == null ? tuples.size() : last(first) + 1;
            settle(first, end, chooser, settled);
            first = end;
        }
        return settled;
    }

    /** The rows of one rank. */
    private void settle(int first, int end, Tables chooser, List<Tuple> settled) {
        long stop = limit == Long.MAX_VALUE ? Long.MAX_VALUE : offset + limit;
        int from = (int) Math.min(end, Math.max(first, offset));
        int to = (int) Math.max(from, Math.min(end, stop));
        List<Tuple> equal = tuples.subList(first, end);
        if (to - from == equal.size() || allAlike(first, end - 1)) {
            settled.addAll(tuples.subList(from, to));
        } else if (from < to) {
            List<Tuple> chosen = Ties.choose(equal, to - from, chooser);
            if (chosen != null) {
                settled.addAll(chosen);
            } else {
                equal.forEach(tuple -> settled.add(tuple.as(Presence.MAYBE)));
            }
        }
    }

    private boolean allAlike(int first, int last) {
        Object[] values = tuples.get(first).values();
        for (int i = first + 1; i <= last; i++) {
            if (!java.util.Arrays.equals(values, tuples.get(i).values())) {
                return false;
            }
        }
        return !Unknown.in(values);
    }

    private int last(int i) {
        int last = i;
        while (last + 1 < tuples.size() && ranks != null && ranks[last + 1] == ranks[i]) {
            last++;
        }
        return last;
    }
}
