package io.bateleur.core.trace;

import java.util.Arrays;

/** A growing list of ints. */
public final class IntList {
    private int[] data = new int[16];
    private int size;

    public int size() {
        return size;
    }

    public int get(int index) {
        return data[index];
    }

    public void add(int value) {
        if (size == data.length) {
            data = Arrays.copyOf(data, size + (size >> 1));
        }
        data[size++] = value;
    }

    public void set(int index, int value) {
        data[index] = value;
    }

    /** Forgets everything from {@code newSize} on. */
    public void truncate(int newSize) {
        size = newSize;
    }

    /** Takes one out and moves those behind it forward. */
    public int remove(int index) {
        int removed = data[index];
        System.arraycopy(data, index + 1, data, index, size - index - 1);
        size--;
        return removed;
    }

    /** The array that the list lies in; what comes after {@link #size} is rubbish. */
    public int[] array() {
        return data;
    }
}
