package io.bateleur.core.sim;

import java.util.Arrays;

/** The commits of one site that some other site has not received yet: what each had seen, and its time stamp. */
final class SiteLog {
    private final int width;
    private long[] rows;
    private int capacity = 64;
    private long first = 1;
    private long next = 1;

    SiteLog(int sites) {
        this.width = sites + 1;
        this.rows = new long[capacity * width];
    }

    /** Adds the site's next commit. */
    void add(long[] seen, long clock) {
        if (next - first == capacity) {
            grow();
        }
        int at = row(next++);
        System.arraycopy(seen, 0, rows, at, width - 1);
        rows[at + width - 1] = clock;
    }

    /** Whether everything that the commit had seen is among what has been received. */
    boolean isReady(long index, long[] received) {
        int at = row(index);
        for (int site = 0; site < width - 1; site++) {
            if (rows[at + site] > received[site]) {
                return false;
            }
        }
        return true;
    }

    long clock(long index) {
        return rows[row(index) + width - 1];
    }

    /** Forgets commits up to this one. */
    void forget(long index) {
        first = Math.max(first, index + 1);
    }

    private int row(long index) {
        return (int) (index % capacity) * width;
    }

    private void grow() {
        long[] old = rows;
        int oldCapacity = capacity;
        capacity *= 2;
        rows = Arrays.copyOf(old, capacity * width);
        for (long index = first; index < next; index++) {
            System.arraycopy(old, (int) (index % oldCapacity) * width, rows, row(index), width);
        }
    }
}
