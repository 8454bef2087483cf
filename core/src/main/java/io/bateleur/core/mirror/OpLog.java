package io.bateleur.core.mirror;

import java.util.Arrays;

/** What a transaction did, in columns, in its order. */
final class OpLog {
    static final byte READ = 0;
    static final byte READ_LIST = 1;
    static final byte WRITE = 2;
    static final byte APPEND = 3;

    /** The read took a lock of its own. */
    static final byte LOCKING = 1;
    /** The read is one key of a range. */
    static final byte OF_RANGE = 2;
    /** The first key of a range. */
    static final byte STARTS_RANGE = 16;
    /** The transaction had written the key itself. */
    static final byte OWN = 4;
    /** The transaction wrote the key again afterwards. */
    static final byte OVERWRITTEN = 8;

    int size;
    int writes;
    byte[] kinds = new byte[8];
    byte[] flags = new byte[8];
    int[] keys = new int[8];
    long[] values = new long[8];
    long[] before = new long[8];
    long[] after = new long[8];

    void add(byte kind, byte flag, int key, long value, long from, long to) {
        if (size == keys.length) {
            int room = 2 * size;
            kinds = Arrays.copyOf(kinds, room);
            flags = Arrays.copyOf(flags, room);
            keys = Arrays.copyOf(keys, room);
            values = Arrays.copyOf(values, room);
            before = Arrays.copyOf(before, room);
            after = Arrays.copyOf(after, room);
        }
        kinds[size] = kind;
        flags[size] = flag;
        keys[size] = key;
        values[size] = value;
        before[size] = from;
        after[size] = to;
        size++;
        if (isWrite(kind)) {
            writes++;
        }
    }

    static boolean isWrite(byte kind) {
        return kind >= WRITE;
    }

    /** The last write of a key before an operation, or -1. */
    int lastWrite(int key, int end) {
        if (writes == 0) {
            return -1;
        }
        for (int i = end - 1; i >= 0; i--) {
            if (keys[i] == key && isWrite(kinds[i])) {
                return i;
            }
        }
        return -1;
    }

    /** Whether two operations are keys of one range read. */
    boolean isOfStatement(int i, int other) {
        return i == other || (flags[i] & OF_RANGE) != 0 && statementStart(i) == statementStart(other);
    }

    /** The first key of the range that an operation belongs to; of another operation, itself. */
    int statementStart(int i) {
        if ((flags[i] & OF_RANGE) == 0) {
            return i;
        }
        int start = i;
        while ((flags[start] & STARTS_RANGE) == 0) {
            start--;
        }
        return start;
    }

    void clear() {
        size = 0;
        writes = 0;
    }
}
