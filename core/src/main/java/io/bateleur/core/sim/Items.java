package io.bateleur.core.sim;

import java.util.Arrays;

/** What a range read returned. */
final class Items {
    private int size;
    private int[] keys = new int[16];
    private int[] values = new int[16];
    private boolean stopped;

    void clear() {
        size = 0;
        stopped = false;
    }

    void add(int key, int value) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        keys[size] = key;
        values[size++] = value;
    }

    void remove(int item) {
        size--;
        System.arraycopy(keys, item + 1, keys, item, size - item);
        System.arraycopy(values, item + 1, values, item, size - item);
    }

    int size() {
        return size;
    }

    int key(int item) {
        return keys[item];
    }

    int value(int item) {
        return values[item];
    }

    void stopped(boolean early) {
        stopped = early;
    }

    boolean isStopped() {
        return stopped;
    }
}
