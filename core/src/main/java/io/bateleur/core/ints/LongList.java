package io.bateleur.core.ints;

import java.util.Arrays;

/** A growing list of longs. */
public final class LongList {
    private long[] data = new long[16];
    private int size;

    public int size() {
        return size;
    }

    public long get(int index) {
        return data[index];
    }

    public void add(long value) {
        if (size == data.length) {
            data = Arrays.copyOf(data, size + (size >> 1));
        }
        data[size++] = value;
    }

    public void addAll(LongList other) {
        for (int i = 0; i < other.size; i++) {
            add(other.data[i]);
        }
    }

    public long removeLast() {
        return data[--size];
    }

    public void clear() {
        size = 0;
    }
}
