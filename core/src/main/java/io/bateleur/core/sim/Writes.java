package io.bateleur.core.sim;

import java.util.Arrays;

/** What a transaction has written and not yet installed: per key the last value. */
final class Writes {
    /** In place of a base: the key was written without knowing what was there. */
    static final long BLIND = -1;

    private int size;
    private int[] keys = new int[8];
    private int[] values = new int[8];
    private int[] earlier = new int[8];
    private long[] bases = new long[8];
    private long[] orders = new long[8];
    private boolean[] appends = new boolean[8];

    void clear() {
        size = 0;
    }

    /** Notes a write. */
    void put(int key, int value, long base, long order) {
        int at = find(key);
        if (at < 0) {
            at = add(key);
            bases[at] = base;
        } else {
            earlier[at] = values[at];
        }
        values[at] = value;
        orders[at] = order;
    }

    void markAppend(int key) {
        appends[find(key)] = true;
    }

    private int add(int key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
            earlier = Arrays.copyOf(earlier, 2 * size);
            bases = Arrays.copyOf(bases, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            appends = Arrays.copyOf(appends, 2 * size);
        }
        keys[size] = key;
        earlier[size] = Versions.NO_VALUE;
        appends[size] = false;
        return size++;
    }

    /** The place of the key's write, or -1. */
    int find(int key) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    int size() {
        return size;
    }

    int key(int write) {
        return keys[write];
    }

    /** The value, or {@link io.bateleur.core.model.History#ABSENT} for a delete. */
    int value(int write) {
        return values[write];
    }

    /** The value that this write replaced in the same transaction, or {@link Versions#NO_VALUE}. */
    int earlier(int write) {
        return earlier[write];
    }

    /** The version that the transaction had read before it wrote, or that it appended to; or {@link #BLIND}. */
    long base(int write) {
        return bases[write];
    }

    /** When it was last written, counted in writes of the whole store. */
    long order(int write) {
        return orders[write];
    }

    boolean isAppend(int write) {
        return appends[write];
    }

    int[] copyOfKeys() {
        return Arrays.copyOf(keys, size);
    }
}
