package io.bateleur.core.asg;

import java.util.Arrays;

/** A growing array of ints. */
final class Ints {
    int[] data;
    int size;

    Ints(int capacity) {
        data = new int[Math.max(8, capacity)];
    }

    void add(int value) {
        if (size == data.length) {
            data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 8, size + (size >> 1) + 8L));
        }
        data[size++] = value;
    }

    int[] trimmed() {
        return size == data.length ? data : Arrays.copyOf(data, size);
    }
}
