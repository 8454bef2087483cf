package io.bateleur.core.sim;

import java.util.Arrays;

/** Which sessions hold which keys, to read or to write them: per key a list of entries. */
final class LockTable {
    /** In place of an entry: there is none. */
    static final int NONE = -1;

    private int[] first = {};
    private int[] holders = new int[64];
    private int[] nexts = new int[64];
    private boolean[] exclusive = new boolean[64];
    private int size;
    private int free = NONE;

    /** The keys that each session holds, and how many they are. */
    private final int[][] keysOf;

    private final int[] countOf;

    LockTable(int sessions) {
        this.keysOf = new int[sessions][16];
        this.countOf = new int[sessions];
    }

    /** The first entry of a key, or {@link #NONE}. */
    int first(int key) {
        return key < first.length ? first[key] : NONE;
    }

    /** The next entry of the same key, or {@link #NONE}. */
    int next(int entry) {
        return nexts[entry];
    }

    int holder(int entry) {
        return holders[entry];
    }

    /** Whether the holder wants to write. */
    boolean isExclusive(int entry) {
        return exclusive[entry];
    }

    /** Lets a session hold a key, whoever else does. */
    void hold(int session, int key, boolean write) {
        if (key >= first.length) {
            int old = first.length;
            first = Arrays.copyOf(first, Math.max(key + 1, old + (old >> 1)));
            Arrays.fill(first, old, first.length, NONE);
        }
        for (int e = first[key]; e != NONE; e = nexts[e]) {
            if (holders[e] == session) {
                exclusive[e] |= write;
                return;
            }
        }
        int entry = allocate();
        holders[entry] = session;
        exclusive[entry] = write;
        nexts[entry] = first[key];
        first[key] = entry;
        int count = countOf[session]++;
        if (count == keysOf[session].length) {
            keysOf[session] = Arrays.copyOf(keysOf[session], 2 * count);
        }
        keysOf[session][count] = key;
    }

    /** Takes away all that a session holds. */
    void release(int session) {
        for (int i = 0; i < countOf[session]; i++) {
            drop(session, keysOf[session][i]);
        }
        countOf[session] = 0;
    }

    private void drop(int session, int key) {
        int before = NONE;
        int entry = first[key];
        while (holders[entry] != session) {
            before = entry;
            entry = nexts[entry];
        }
        if (before == NONE) {
            first[key] = nexts[entry];
        } else {
            nexts[before] = nexts[entry];
        }
        nexts[entry] = free;
        free = entry;
    }

    private int allocate() {
        if (free != NONE) {
            int entry = free;
            free = nexts[entry];
            return entry;
        }
        if (size == holders.length) {
            holders = Arrays.copyOf(holders, 2 * size);
            nexts = Arrays.copyOf(nexts, 2 * size);
            exclusive = Arrays.copyOf(exclusive, 2 * size);
        }
        return size++;
    }
}
