package io.bateleur.sql.audit;

import java.util.Arrays;

/**
 * Which of two points comes first where the times leave it open, asked for only when it matters. Evaluating something again after
 * {@link #next} goes through all combinations that may be.
 */
final class Choices {
    private final Points points;
    private int[] firsts = new int[16];
    private int[] thens = new int[16];
    private boolean[] taken = new boolean[16];
    private int count;

    Choices(Points points) {
        this.points = points;
    }

    /** Whether a point comes before another one. */
    boolean before(int first, int then) {
        if (points.surely(first, then)) {
            return true;
        }
        if (points.surely(then, first)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (taken[i]) {
                // first .. firsts[i] < thens[i] .. then
                if (notAfter(first, firsts[i]) && notAfter(thens[i], then)) {
                    return true;
                }
            } else if (notAfter(then, thens[i]) && notAfter(firsts[i], first)) {
                return false;
            }
        }
        if (count == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * count);
            thens = Arrays.copyOf(thens, 2 * count);
            taken = Arrays.copyOf(taken, 2 * count);
        }
        firsts[count] = first;
        thens[count] = then;
        taken[count++] = true;
        return true;
    }

    private boolean notAfter(int first, int then) {
        return first == then || points.surely(first, then);
    }

    /** Forgets everything. */
    void clear() {
        count = 0;
    }

    /** Turns to the next combination; false when there is none. */
    boolean next() {
        while (count > 0 && !taken[count - 1]) {
            count--;
        }
        if (count == 0) {
            return false;
        }
        taken[count - 1] = false;
        return true;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** What was chosen, in the order in which it was asked for. */
    Chosen chosen() {
        long[] orders = new long[count];
        for (int i = 0; i < count; i++) {
            orders[i] = taken[i] ? order(firsts[i], thens[i]) : order(thens[i], firsts[i]);
        }
        return new Chosen(orders);
    }

    /** Pairs of points of which the first comes first. */
    record Chosen(long[] orders) {
        static final Chosen NOTHING = new Chosen(new long[0]);
    }

    static long order(int first, int then) {
        return (long) first << 32 | then;
    }

    static int first(long order) {
        return (int) (order >>> 32);
    }

    static int then(long order) {
        return (int) order;
    }
}
