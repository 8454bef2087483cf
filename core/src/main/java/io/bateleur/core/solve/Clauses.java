package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.Arrays;

/**
 * The clauses, in one arena, and who watches them: two literals each, so that a clause is looked at only when one of these
 * becomes false [1], and a third, the blocker, that often spares even that [2].
 *
 * <pre>
 *   arena   ... | size, learned | LBD | activity | literal 0 (watched) | literal 1 (watched) | literal 2 | ...
 * </pre>
 *
 * [1] Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff: Engineering an Efficient SAT Solver (2001)
 * [2] Eén, Sörensson: An Extensible SAT-solver (2003), and the blockers of MiniSat 2.1
 */
final class Clauses {
    static final int HEADER = 3;
    /** Clauses of so small an LBD are never forgotten. */
    static final int KEPT_LBD = 2;

    private static final int LEARNED = 1;
    private static final int[] NO_WATCHES = {};

    private final Assignment assignment;
    int[] arena = new int[1024];
    private int arenaSize;
    private int wasted;
    private final IntList given = new IntList();
    final IntList learned = new IntList();
    /** By literal: pairs of a clause and its blocker. Of two literals the blocker is the other one, and the clause is inverted (~). */
    private int[][] watches = new int[0][];

    private int[] watchSizes = new int[0];
    private float increment = 1;

    Clauses(Assignment assignment) {
        this.assignment = assignment;
    }

    void grow(int variables) {
        if (2 * variables > watches.length) {
            int capacity = Math.max(2 * variables, 2 * watches.length);
            int old = watches.length;
            watches = Arrays.copyOf(watches, capacity);
            Arrays.fill(watches, old, capacity, NO_WATCHES);
            watchSizes = Arrays.copyOf(watchSizes, capacity);
        }
    }

    /** Stores a clause of at least two literals, whose first two are watched. */
    int add(int[] literals, int from, int to, boolean isLearned, int lbd) {
        int size = to - from;
        if (arenaSize + HEADER + size > arena.length) {
            arena = Arrays.copyOf(arena, Math.max(arenaSize + HEADER + size, arena.length + (arena.length >> 1)));
        }
        int clause = arenaSize;
        arena[clause] = size << 1 | (isLearned ? LEARNED : 0);
        arena[clause + 1] = lbd;
        arena[clause + 2] = Float.floatToRawIntBits(isLearned ? increment : 0);
        System.arraycopy(literals, from, arena, clause + HEADER, size);
        arenaSize += HEADER + size;
        (isLearned ? learned : given).add(clause);
        attach(clause);
        return clause;
    }

    private void attach(int clause) {
        int first = arena[clause + HEADER];
        int second = arena[clause + HEADER + 1];
        int tagged = size(clause) == 2 ? ~clause : clause;
        watch(first, tagged, second);
        watch(second, tagged, first);
    }

    private void watch(int literal, int clause, int blocker) {
        int[] list = watches[literal];
        int size = watchSizes[literal];
        if (size == list.length) {
            list = Arrays.copyOf(list, Math.max(4, size * 2));
            watches[literal] = list;
        }
        list[size] = clause;
        list[size + 1] = blocker;
        watchSizes[literal] = size + 2;
    }

    int size(int clause) {
        return arena[clause] >>> 1;
    }

    int lbd(int clause) {
        return arena[clause + 1];
    }

    boolean isLearned(int clause) {
        return (arena[clause] & LEARNED) != 0;
    }

    /** Visits the clauses that watch a literal which has become false; returns a clause without any true or open literal, or -1. */
    int propagate(int falseLiteral) {
        byte[] value = assignment.value;
        int[] list = watches[falseLiteral];
        int size = watchSizes[falseLiteral];
        int kept = 0;
        int failed = -1;
        int i = 0;
        while (i < size) {
            int clause = list[i++];
            int blocker = list[i++];
            int known = value[blocker];
            if (known > 0) {
                list[kept++] = clause;
                list[kept++] = blocker;
                continue;
            }
            int unit = blocker;
            if (clause < 0) {
                list[kept++] = clause;
                list[kept++] = blocker;
                clause = ~clause;
                putFirst(clause, blocker);
            } else {
                unit = otherWatched(clause, falseLiteral);
                known = value[unit];
                if (known <= 0 && moveWatch(clause, unit, falseLiteral)) {
                    continue;
                }
                list[kept++] = clause;
                list[kept++] = unit;
            }
            if (known < 0) {
                failed = clause;
                break;
            }
            if (known == 0) {
                assignment.assign(unit, clause);
            }
        }
        if (kept < i) {
            System.arraycopy(list, i, list, kept, size - i);
            watchSizes[falseLiteral] = kept + size - i;
        }
        return failed;
    }

    /** Of two literals: brings this one, which becomes true, to the front, where a reason has it. */
    private void putFirst(int clause, int literal) {
        int at = clause + HEADER;
        if (arena[at] != literal) {
            arena[at + 1] = arena[at];
            arena[at] = literal;
        }
    }

    /** The watched literal that is not this one, which goes second. */
    private int otherWatched(int clause, int literal) {
        int at = clause + HEADER;
        int first = arena[at];
        if (first == literal) {
            first = arena[at + 1];
            arena[at] = first;
            arena[at + 1] = literal;
        }
        return first;
    }

    private boolean moveWatch(int clause, int first, int falseLiteral) {
        byte[] value = assignment.value;
        int[] data = arena;
        int at = clause + HEADER;
        int end = at + (data[clause] >>> 1);
        for (int i = at + 2; i < end; i++) {
            int other = data[i];
            if (value[other] >= 0) {
                data[at + 1] = other;
                data[i] = falseLiteral;
                watch(other, clause, first);
                return true;
            }
        }
        return false;
    }

    void bump(int clause) {
        float activity = Float.intBitsToFloat(arena[clause + 2]) + increment;
        arena[clause + 2] = Float.floatToRawIntBits(activity);
        if (activity > 1e20f) {
            for (int i = 0; i < learned.size; i++) {
                int each = learned.data[i];
                arena[each + 2] = Float.floatToRawIntBits(Float.intBitsToFloat(arena[each + 2]) * 1e-20f);
            }
            increment *= 1e-20f;
        }
    }

    void decay() {
        increment /= 0.999f;
    }

    void lowerLbd(int clause, int lbd) {
        if (lbd < arena[clause + 1]) {
            arena[clause + 1] = lbd;
        }
    }

    /** Told of each clause that goes. */
    interface Removal {
        void removed(int[] arena, int from, int to);
    }

    /** Forgets the worse half of what was learned: large LBD first [3], then little activity; never a reason. */
    void reduce(Removal removal) {
        // [3] Audemard, Simon: Predicting Learnt Clauses Quality in Modern SAT Solvers (2009)
        long[] keyed = new long[learned.size];
        for (int i = 0; i < learned.size; i++) {
            int clause = learned.data[i];
            // Activities are positive floats, whose bits order as they do.
            keyed[i] = (long) lbd(clause) << 32 | (Integer.MAX_VALUE - arena[clause + 2]);
        }
        long[] sorted = keyed.clone();
        Arrays.sort(sorted);
        long limit = sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        int kept = 0;
        for (int i = 0; i < learned.size; i++) {
            int clause = learned.data[i];
            if (keyed[i] < limit || lbd(clause) <= KEPT_LBD || isReason(clause)) {
                learned.data[kept++] = clause;
            } else {
                removal.removed(arena, clause + HEADER, clause + HEADER + size(clause));
                wasted += HEADER + size(clause);
            }
        }
        learned.size = kept;
        collect();
    }

    private boolean isReason(int clause) {
        int first = arena[clause + HEADER];
        return assignment.isTrue(first) && assignment.reason[first >> 1] == clause;
    }

    /** Moves what is left together and watches it anew. */
    private void collect() {
        int[] old = arena;
        arena = new int[Math.max(1024, arenaSize - wasted + (arenaSize >> 2))];
        arenaSize = 0;
        wasted = 0;
        Arrays.fill(watchSizes, 0);
        IntList reasons = new IntList();
        move(given, old, reasons);
        move(learned, old, reasons);
        // Only now, because a new reference may be another clause's old one.
        for (int i = 0; i < reasons.size; i += 2) {
            assignment.reason[reasons.data[i]] = reasons.data[i + 1];
        }
    }

    private void move(IntList clauses, int[] old, IntList reasons) {
        for (int i = 0; i < clauses.size; i++) {
            int clause = clauses.data[i];
            int length = HEADER + (old[clause] >>> 1);
            int target = arenaSize;
            System.arraycopy(old, clause, arena, target, length);
            arenaSize += length;
            int first = arena[target + HEADER];
            if (assignment.isTrue(first) && assignment.reason[first >> 1] == clause) {
                reasons.add(first >> 1);
                reasons.add(target);
            }
            clauses.data[i] = target;
            attach(target);
        }
    }
}
