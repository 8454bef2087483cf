package io.bateleur.core.sim;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;

/** The versions that a transaction read of keys it had not written itself, as single keys or as items of ranges. */
final class SimReads {
    /** In place of a version: none was read. */
    static final long NOTHING = -1;

    /** In place of a version: what was read is not committed. */
    static final long UNCOMMITTED = -2;

    private final IntList keys = new IntList(16);
    private final LongList versions = new LongList();
    private final IntList writers = new IntList(16);

    void clear() {
        keys.clear();
        versions.clear();
        writers.clear();
    }

    /** Adds a read of the version with this place in the key's order, by the transaction with this number. */
    void add(int key, long version, int writer) {
        keys.add(key);
        versions.add(version);
        writers.add(writer);
    }

    void removeLast() {
        keys.removeLast();
        versions.removeLast();
        writers.removeLast();
    }

    int size() {
        return keys.size;
    }

    int key(int read) {
        return keys.get(read);
    }

    long version(int read) {
        return versions.get(read);
    }

    /** The version of the key that was read last, or {@link #NOTHING}. */
    long versionOf(int key) {
        for (int i = keys.size - 1; i >= 0; i--) {
            if (keys.get(i) == key) {
                return versions.get(i);
            }
        }
        return NOTHING;
    }

    /** Whether different versions of the key were read. */
    boolean areTorn(int key) {
        long last = versionOf(key);
        for (int i = 0; i < keys.size; i++) {
            if (keys.get(i) == key && versions.get(i) != last) {
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
        for (int i = 0; i < keys.size; i++) {
            if (keys.get(i) == key && versions.get(i) == version) {
                return true;
            }
        }
        return false;
    }

    /** Whether anything was read from that transaction. */
    boolean hasWriter(int writer) {
        for (int i = 0; i < keys.size; i++) {
            if (writers.get(i) == writer) {
                return true;
            }
        }
        return false;
    }

    SimReads copy() {
        SimReads copy = new SimReads();
        copy.keys.addAll(keys);
        copy.versions.addAll(versions);
        copy.writers.addAll(writers);
        return copy;
    }
}
