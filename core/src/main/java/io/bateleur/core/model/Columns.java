package io.bateleur.core.model;

import java.util.Arrays;

/** Growing columns of primitives: arrays that start small, grow by half, and are trimmed when a history is built. */
final class Columns {
    /** The longest array that every JVM can make. */
    static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    private Columns() {}

    /** The next capacity after {@code capacity}. */
    static int grown(int capacity) {
        if (capacity == LENGTH_MAX) {
            throw new HistoryException("more than " + LENGTH_MAX + " entries in one column");
        }
        return (int) Math.min(LENGTH_MAX, Math.max(16L, capacity + (capacity >> 1)));
    }

    /** A growing column of ints. */
    static final class Ints {
        int[] data = {};
        int size;

        void add(int value) {
            if (size == data.length) {
                data = Arrays.copyOf(data, grown(size));
            }
            data[size++] = value;
        }

        int[] trimmed() {
            return Arrays.copyOf(data, size);
        }
    }

    /** A growing column of bytes. */
    static final class Bytes {
        byte[] data = {};
        int size;

        void add(byte value) {
            if (size == data.length) {
                data = Arrays.copyOf(data, grown(size));
            }
            data[size++] = value;
        }
    }

    /**
     * A growing column of longs most of which may be missing: it takes no memory until the first one is there.
     */
    static final class SparseLongs {
        static final long MISSING = Long.MIN_VALUE;

        long[] data = {};

        void set(int index, long value) {
            if (index >= data.length) {
                int old = data.length;
                int capacity = Math.max(index + 1, grown(old));
                data = Arrays.copyOf(data, capacity);
                Arrays.fill(data, old, capacity, MISSING);
            }
            data[index] = value;
        }

        /** As long as {@code size}, or empty when nothing is in it. */
        long[] trimmed(int size) {
            if (data.length == 0) {
                return data;
            }
            int old = data.length;
            long[] result = Arrays.copyOf(data, size);
            if (size > old) {
                Arrays.fill(result, old, size, MISSING);
            }
            return result;
        }
    }
}
