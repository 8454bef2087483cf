package io.bateleur.core.trace;

import java.util.Arrays;

/** A growing list of longs. */
final class LongList {
    private long[] data = new long[16];
    private int size;

    int size() {
        return size;
    }

    long get(int index) {
        return data[index];
    }

    void add(long value) {
        if (size == data.length) {
            data = Arrays.copyOf(data, size + (size >> 1));
        }
        data[size++] = value;
    }
}
