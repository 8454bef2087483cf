package io.bateleur.core.trace.foreign;

/** A set of pairs of a key's and a value's number, without an object per pair. */
final class PairSet {
    private static final long FREE = Long.MIN_VALUE;

    /** Open addressing, a power of two long, at most half full. */
    private long[] table = free(32);

    private int size;

    private static long[] free(int length) {
        long[] table = new long[length];
        java.util.Arrays.fill(table, FREE);
        return table;
    }

    /** Whether it was not there yet. */
    boolean add(int key, int value) {
        long pair = pair(key, value);
        int slot = find(pair);
        if (table[slot] == pair) {
            return false;
        }
        table[slot] = pair;
        if (++size * 2L > table.length) {
            long[] old = table;
            table = free(old.length * 2);
            for (long each : old) {
                if (each != FREE) {
                    table[find(each)] = each;
                }
            }
        }
        return true;
    }

    boolean contains(int key, int value) {
        long pair = pair(key, value);
        return table[find(pair)] == pair;
    }

    private static long pair(int key, int value) {
        return (long) key << 32 | (value & 0xFFFF_FFFFL);
    }

    private int find(long pair) {
        long mixed = pair * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & (table.length - 1);
        while (table[slot] != FREE && table[slot] != pair) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }
}
