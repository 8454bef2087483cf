package io.bateleur.core.sim;

import java.util.Arrays;

/** The versions that a transaction read of keys it had not written itself, as single keys or as items of ranges. */
final class SimReads {
    /** In place of a version: none was read. */
    static final long NOTHING = -1;

    /** In place of a version: what was read is not committed. */
    static final long UNCOMMITTED = -2;

    private int size;
    private int[] keys = new int[16];
    private long[] versions = new long[16];
    private int[] writers = new int[16];

    void clear() {
        size = 0;
    }

    /** Adds a read of the version with this place in the key's order, by the transaction with this number. */
    void add(int key, long version, int writer) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            versions = Arrays.copyOf(versions, 2 * size);
            writers = Arrays.copyOf(writers, 2 * size);
        }
        keys[size] = key;
        versions[size] = version;
        writers[size++] = writer;
    }

    void removeLast() {
        size--;
    }

    int size() {
        return size;
    }

    int key(int read) {
        return keys[read];
    }

    long version(int read) {
        return versions[read];
    }

    /** The version of the key that was read last, or {@link #NOTHING}. */
    long versionOf(int key) {
        for (int i = size - 1; i >= 0; i--) {
            if (keys[i] == key) {
                return versions[i];
            }
        }
        return NOTHING;
    }

    /** Whether different versions of the key were read. */
    boolean areTorn(int key) {
        long last = versionOf(key);
        for (int i = 0; i < size; i++) {
            if (keys[i] == key && versions[i] != last) {
                return true;
            }
        }
        return false;
    }

    boolean hasKey(int key) {
        return versionOf(key) != NOTHING;
    }

    /** Whether this very version of the key was read. */
    boolean has(int key, long version) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key && versions[i] == version) {
                return true;
            }
        }
        return false;
    }

    /** Whether anything was read from that transaction. */
    boolean hasWriter(int writer) {
        for (int i = 0; i < size; i++) {
            if (writers[i] == writer) {
                return true;
            }
        }
        return false;
    }

    SimReads copy() {
        SimReads copy = new SimReads();
        copy.size = size;
        copy.keys = Arrays.copyOf(keys, size);
        copy.versions = Arrays.copyOf(versions, size);
        copy.writers = Arrays.copyOf(writers, size);
        return copy;
    }
}
