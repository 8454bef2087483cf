package io.bateleur.core.model;

import java.util.BitSet;

/**
 * Finds the writes of a value to a key.
 *
 * <p>Values are numbered as they were first met, and most are written to one key only: those are found by their number, near those
 * of their time. Only further keys of a value are in a hash table, whose places are all over memory.
 */
public final class WriteIndex {
    private final History history;
    /** By value: the first write of it to the key that was met first, + 1, or 0. Built from the last operation to the first. */
    private final int[] ofValue;
    /** Open addressing, at most half full: the first write of any other pair + 1, or 0. */
    private int[] ofPair = new int[8];

    private int pairs;
    /** By operation: the next write of the same pair, or -1. */
    private final int[] next;

    private final BitSet wildcardKeys = new BitSet();
    private int duplicates;

    public WriteIndex(History history) {
        this.history = history;
        ofValue = new int[history.values().size()];
        next = new int[history.operationCount()];
        for (int o = history.operationCount() - 1; o >= 0; o--) {
            OpKind kind = history.kind(o);
            if (kind == OpKind.PUT || kind == OpKind.APPEND) {
                add(o);
            }
        }
    }

    private void add(int operation) {
        int value = history.value(operation);
        int key = history.key(operation);
        if (value < 0) {
            wildcardKeys.set(key);
            return;
        }
        int owner = ofValue[value] - 1;
        if (owner < 0 || history.key(owner) == key) {
            duplicates += owner < 0 ? 0 : 1;
            // Operations come last to first, so that each chain runs from first to last.
            next[operation] = owner;
            ofValue[value] = operation + 1;
            return;
        }
        int slot = slot(key, value);
        if (ofPair[slot] != 0) {
            duplicates++;
        } else if (++pairs > ofPair.length / 2) {
            grow();
            slot = slot(key, value);
        }
        next[operation] = ofPair[slot] - 1;
        ofPair[slot] = operation + 1;
    }

    private void grow() {
        int[] old = ofPair;
        ofPair = new int[Math.multiplyExact(old.length, 2)];
        for (int entry : old) {
            if (entry != 0) {
                ofPair[slot(history.key(entry - 1), history.value(entry - 1))] = entry;
            }
        }
    }

    /** The first put or append of a value to a key, or -1. */
    public int first(int key, int value) {
        if (value < 0) {
            return -1;
        }
        int owner = ofValue[value] - 1;
        if (owner < 0 || history.key(owner) == key) {
            return owner;
        }
        return pairs == 0 ? -1 : ofPair[slot(key, value)] - 1;
    }

    /** The next write of the same value to the same key, or -1. */
    public int next(int operation) {
        return next[operation];
    }

    /** How many writes wrote a value that an earlier operation had written to the same key. */
    public int duplicates() {
        return duplicates;
    }

    /** Whether some write of this key wrote a value that the trace does not tell, so that any value may be its. */
    public boolean hasUnknownWrites(int key) {
        return wildcardKeys.get(key);
    }

    private int slot(int key, int value) {
        long mixed = ((long) key << 32 | value) * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & (ofPair.length - 1);
        while (ofPair[slot] != 0 && !matches(ofPair[slot] - 1, key, value)) {
            slot = (slot + 1) & (ofPair.length - 1);
        }
        return slot;
    }

    private boolean matches(int operation, int key, int value) {
        return history.key(operation) == key && history.value(operation) == value;
    }
}
