package io.bateleur.core.sim;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;

/** The ranges that a transaction read, each up to where it stopped. */
final class Ranges {
    private final IntList lows = new IntList();
    private final IntList highs = new IntList();
    private final LongList points = new LongList();

    void clear() {
        lows.clear();
        highs.clear();
        points.clear();
    }

    /** Adds a range that was read when so many transactions had committed. */
    void add(int low, int high, long point) {
        lows.add(low);
        highs.add(high);
        points.add(point);
    }

    int size() {
        return lows.size;
    }

    int low(int range) {
        return lows.get(range);
    }

    int high(int range) {
        return highs.get(range);
    }

    long point(int range) {
        return points.get(range);
    }

    boolean contain(int key) {
        for (int i = 0; i < lows.size; i++) {
            if (lows.get(i) <= key && key < highs.get(i)) {
                return true;
            }
        }
        return false;
    }

    Ranges copy() {
        Ranges copy = new Ranges();
        copy.lows.addAll(lows);
        copy.highs.addAll(highs);
        copy.points.addAll(points);
        return copy;
    }
}
