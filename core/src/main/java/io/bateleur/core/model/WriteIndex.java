package io.bateleur.core.model;

import java.util.BitSet;

/** Finds the writes of a value to a key: one table of ints, and a chain through the writes of the same pair. */
public final class WriteIndex {
    private final History history;
    /** Open addressing, at most half full: the first write of a pair + 1, or 0. */
    private final int[] table;
    /** The next write of the same pair, or -1, by operation; and the last of each chain while it is built. */
    private final int[] next;

    private final BitSet wildcardKeys = new BitSet();
    private int duplicates;

    public WriteIndex(History history) {
        this.history = history;
        int writes = 0;
        for (int o = 0; o < history.operationCount(); o++) {
            writes += isValueWrite(history, o) ? 1 : 0;
        }
        table = new int[Math.max(4, Integer.highestOneBit(Math.max(1, Math.min(writes, 1 << 28))) << 2)];
        next = new int[history.operationCount()];
        for (int o = history.operationCount() - 1; o >= 0; o--) {
            if (isValueWrite(history, o)) {
                add(o);
            }
        }
    }

    private static boolean isValueWrite(History history, int operation) {
        OpKind kind = history.kind(operation);
        return kind == OpKind.PUT || kind == OpKind.APPEND;
    }

    private void add(int operation) {
        int value = history.value(operation);
        if (value < 0) {
            wildcardKeys.set(history.key(operation));
            return;
        }
        int slot = slot(history.key(operation), value);
        if (table[slot] != 0) {
            duplicates++;
        }
        // Operations come last to first, so that each chain runs from first to last.
        next[operation] = table[slot] - 1;
        table[slot] = operation + 1;
    }

    /** The first put or append of a value to a key, or -1. */
    public int first(int key, int value) {
        return value < 0 ? -1 : table[slot(key, value)] - 1;
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
        int slot = (int) (mixed >>> 32) & (table.length - 1);
        while (table[slot] != 0 && !matches(table[slot] - 1, key, value)) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private boolean matches(int operation, int key, int value) {
        return history.key(operation) == key && history.value(operation) == value;
    }
}
