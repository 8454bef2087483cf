package io.bateleur.sql.audit;

import java.util.Arrays;

/**
 * Which of two points comes first where the times leave it open, and which way a database takes where it is free, asked for only when it
 * matters. Evaluating something again after {@link #next} goes through all combinations that may be.
 */
final class Choices {
    private final Points points;
    private int[] firsts = new int[16];
    private int[] thens = new int[16];
    private boolean[] taken = new boolean[16];
    private int count;
    /** How often a free way was asked for since the evaluation began. */
    private int asked;

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
            if (isFree(i)) {
                continue;
            }
            if (taken[i]) {
                // first .. firsts[i] < thens[i] .. then
                if (notAfter(first, firsts[i]) && notAfter(thens[i], then)) {
                    return true;
                }
            } else if (notAfter(then, thens[i]) && notAfter(firsts[i], first)) {
                return false;
            }
        }
        add(first, then);
        return true;
    }

    private void add(int first, int then) {
        if (count == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * count);
            thens = Arrays.copyOf(thens, 2 * count);
            taken = Arrays.copyOf(taken, 2 * count);
        }
        firsts[count] = first;
        thens[count] = then;
        taken[count++] = true;
    }

    /** One of several ways that are all right, from 0. Evaluating the same again asks for the same ways in the same order. */
    int way(int ways) {
        if (ways == 1) {
            return 0;
        }
        int place = asked++;
        for (int i = 0; i < count; i++) {
            if (isFree(i) && place-- == 0) {
                return thens[i];
            }
        }
        add(-ways, 0);
        return 0;
    }

    private boolean isFree(int choice) {
        return firsts[choice] < 0;
    }

    /** The next evaluation begins. */
    void restart() {
        asked = 0;
    }

    private boolean notAfter(int first, int then) {
        return first == then || points.surely(first, then);
    }

    /** Forgets everything. */
    void clear() {
        count = 0;
        asked = 0;
    }

    /** Turns to the next combination; false when there is none. */
    boolean next() {
        while (count > 0 && !taken[count - 1]) {
            count--;
        }
        if (count == 0) {
            return false;
        }
        int last = count - 1;
        if (isFree(last)) {
            taken[last] = ++thens[last] < -firsts[last] - 1;
        } else {
            taken[last] = false;
        }
        return true;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** What was chosen, in the order in which it was asked for. */
    Chosen chosen() {
        long[] orders = new long[count];
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (!isFree(i)) {
                orders[size++] = taken[i] ? order(firsts[i], thens[i]) : order(thens[i], firsts[i]);
            }
        }
        return new Chosen(Arrays.copyOf(orders, size));
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
