package io.bateleur.core.replay;

import java.util.Arrays;

/** A growing array of ints. */
final class IntList {
    private int[] data = new int[16];
    private int size;

    public void add(int value) {
        if (size == data.length) {
            data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 8L, size + (size >> 1) + 16L));
        }
        data[size++] = value;
    }

    void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    int removeLast() {
        return data[--size];
    }

    public int get(int index) {
        return data[index];
    }

    int[] toArray() {
        return Arrays.copyOf(data, size);
    }
}
