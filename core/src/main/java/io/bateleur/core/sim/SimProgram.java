package io.bateleur.core.sim;

import io.bateleur.core.model.OpKind;
import java.util.Arrays;

/** What one transaction is going to do. */
final class SimProgram {
    /** How it is going to end. */
    enum End {
        COMMIT,
        ROLLBACK,
        /** It commits, and the answer is lost. */
        COMMIT_UNHEARD,
        /** The call to commit is lost: it does not happen, and the client cannot know. */
        LOST
    }

    private static final int NO_VALUE = -1;

    private int size;
    private OpKind[] kinds = new OpKind[16];
    private int[] keys = new int[16];
    private int[] highs = new int[16];
    private int[] limits = new int[16];
    private boolean[] locking = new boolean[16];
    private int[] values = new int[16];
    private End end = End.COMMIT;

    void clear() {
        size = 0;
    }

    void onKey(OpKind kind, int key, boolean locks) {
        int at = add(kind, key);
        locking[at] = locks;
    }

    void onRange(OpKind kind, int low, int high, int limit) {
        int at = add(kind, low);
        highs[at] = high;
        limits[at] = limit;
        locking[at] = false;
    }

    private int add(OpKind kind, int key) {
        if (size == kinds.length) {
            int capacity = 2 * size;
            kinds = Arrays.copyOf(kinds, capacity);
            keys = Arrays.copyOf(keys, capacity);
            highs = Arrays.copyOf(highs, capacity);
            limits = Arrays.copyOf(limits, capacity);
            locking = Arrays.copyOf(locking, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        kinds[size] = kind;
        keys[size] = key;
        values[size] = NO_VALUE;
        return size++;
    }

    /** Ends it so, and after not more than so many of its operations. */
    void endWith(End how, int after) {
        end = how;
        size = Math.min(size, after);
    }

    End end() {
        return end;
    }

    int size() {
        return size;
    }

    OpKind kind(int step) {
        return kinds[step];
    }

    /** The key, or the lower bound of a range. */
    int key(int step) {
        return keys[step];
    }

    int high(int step) {
        return highs[step];
    }

    int limit(int step) {
        return limits[step];
    }

    boolean isLocking(int step) {
        return locking[step];
    }

    boolean hasValue(int step) {
        return values[step] != NO_VALUE;
    }

    /** The value that the step writes, once it is known. */
    int value(int step) {
        return values[step];
    }

    void value(int step, int value) {
        values[step] = value;
    }

    /** The first step from {@code from} on that writes the key, or -1. */
    int nextWrite(int from, int key) {
        for (int step = from; step < size; step++) {
            if (keys[step] == key && kinds[step].isWrite()) {
                return step;
            }
        }
        return -1;
    }

    /** Whether it reads one of the keys and does not write it. */
    boolean justReadsAny(int[] wanted) {
        for (int key : wanted) {
            for (int step = 0; step < size; step++) {
                if (keys[step] == key && kinds[step].isItemRead() && nextWrite(0, key) < 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
