package io.bateleur.core.ints;

import java.util.Arrays;

/** A growing array of ints. Hot loops read {@link #data} themselves; only its first {@link #size} elements mean anything. */
public final class IntList {
    private static final int CAPACITY = 8;

    public int[] data;
    public int size;

    public IntList() {
        this(CAPACITY);
    }

    public IntList(int capacity) {
        data = new int[Math.max(CAPACITY, capacity)];
    }

    public int get(int index) {
        return data[index];
    }

    public void set(int index, int value) {
        data[index] = value;
    }

    public void add(int value) {
        if (size == data.length) {
            data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 8L, size + (size >> 1) + (long) CAPACITY));
        }
        data[size++] = value;
    }

    public void addAll(IntList other) {
        for (int i = 0; i < other.size; i++) {
            add(other.data[i]);
        }
    }

    public int removeLast() {
        return data[--size];
    }

    /** Takes one out and moves those behind it forward. */
    public int remove(int index) {
        int removed = data[index];
        System.arraycopy(data, index + 1, data, index, size - index - 1);
        size--;
        return removed;
    }

    public void clear() {
        size = 0;
    }

    public int[] toArray() {
        return Arrays.copyOf(data, size);
    }
}
