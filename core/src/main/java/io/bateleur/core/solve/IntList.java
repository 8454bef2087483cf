package io.bateleur.core.solve;

import java.util.Arrays;

/** A growing array of ints, open to its friends in the hot loops. */
final class IntList {
    int[] data;
    public int size;

    IntList() {
        this(8);
    }

    IntList(int capacity) {
        data = new int[capacity];
    }

    public void add(int value) {
        if (size == data.length) {
            data = Arrays.copyOf(data, Math.max(8, size + (size >> 1)));
        }
        data[size++] = value;
    }

    public int get(int index) {
        return data[index];
    }

    void clear() {
        size = 0;
    }

    int[] toArray() {
        return Arrays.copyOf(data, size);
    }
}
