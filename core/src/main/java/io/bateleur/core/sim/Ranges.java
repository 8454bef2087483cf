package io.bateleur.core.sim;

import java.util.Arrays;

/** The ranges that a transaction read, each up to where it stopped. */
final class Ranges {
    private int size;
    private int[] lows = new int[4];
    private int[] highs = new int[4];
    private long[] points = new long[4];

    void clear() {
        size = 0;
    }

    /** Adds a range that was read when so many transactions had committed. */
    void add(int low, int high, long point) {
        if (size == lows.length) {
            lows = Arrays.copyOf(lows, 2 * size);
            highs = Arrays.copyOf(highs, 2 * size);
            points = Arrays.copyOf(points, 2 * size);
        }
        lows[size] = low;
        highs[size] = high;
        points[size++] = point;
    }

    int size() {
        return size;
    }

    int low(int range) {
        return lows[range];
    }

    int high(int range) {
        return highs[range];
    }

    long point(int range) {
        return points[range];
    }

    boolean contain(int key) {
        for (int i = 0; i < size; i++) {
            if (lows[i] <= key && key < highs[i]) {
                return true;
            }
        }
        return false;
    }

    Ranges copy() {
        Ranges copy = new Ranges();
        copy.size = size;
        copy.lows = Arrays.copyOf(lows, size);
        copy.highs = Arrays.copyOf(highs, size);
        copy.points = Arrays.copyOf(points, size);
        return copy;
    }
}
