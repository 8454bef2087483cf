package io.bateleur.core.mirror;

import java.util.Arrays;

/** The versions of each key that somebody may still see, newest first, in columns; and who read them. */
final class VersionChains {
    static final int NONE = -1;
    /** In place of a writer: before the first transaction. */
    static final int INITIAL = -1;

    private static final int PRUNE_MIN = 32;

    private final TransactionTable transactions;
    private int[] heads = new int[1 << 8];
    private int keys;

    long[] value = new long[1 << 8];
    /** When its writer committed; narrowed by what is known of this row. */
    long[] low = new long[1 << 8];

    long[] high = new long[1 << 8];
    long[] writeBefore = new long[1 << 8];
    long[] writeAfter = new long[1 << 8];
    int[] older = new int[1 << 8];
    int[] writer = new int[1 << 8];
    int[] readers = new int[1 << 8];
    private int[] readerCounts = new int[1 << 8];
    private int[] prunedTo = new int[1 << 8];
    /** Its writer may not have committed. */
    boolean[] maybe = new boolean[1 << 8];

    private int top;
    private int free = NONE;
    private int live;

    // Who read a version, by linked lists.
    int[] reader = new int[1 << 8];
    int[] nextReader = new int[1 << 8];
    long[] readBefore = new long[1 << 8];
    long[] readAfter = new long[1 << 8];
    /** What it saw; of a list, all of it. */
    long[] readValue = new long[1 << 8];

    private int readersTop;
    private int freeReader = NONE;
    private int liveReaders;

    VersionChains(TransactionTable transactions) {
        this.transactions = transactions;
    }

    int size() {
        return live;
    }

    int readerCount() {
        return liveReaders;
    }

    /** The newest version of a key; the initial one appears when it is first asked for. */
    int newest(int key, long initial) {
        if (key >= heads.length) {
            heads = Arrays.copyOf(heads, Math.max(key + 1, 2 * heads.length));
        }
        while (keys <= key) {
            heads[keys++] = NONE;
        }
        if (heads[key] == NONE) {
            int v = add(key, INITIAL, initial, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
            older[v] = NONE;
        }
        return heads[key];
    }

    int keyCount() {
        return keys;
    }

    int head(int key) {
        return key < keys ? heads[key] : NONE;
    }

    /** The version of a key that a transaction wrote. */
    int of(int key, int byWriter) {
        int v = head(key);
        while (v != NONE && writer[v] != byWriter) {
            v = older[v];
        }
        return v;
    }

    /** A version that becomes the newest. */
    int add(int key, int byWriter, long content, long commitLow, long commitHigh, long before, long after) {
        int v = free;
        if (v == NONE) {
            if (top == value.length) {
                grow();
            }
            v = top++;
        } else {
            free = older[v];
        }
        live++;
        value[v] = content;
        low[v] = commitLow;
        high[v] = commitHigh;
        writeBefore[v] = before;
        writeAfter[v] = after;
        writer[v] = byWriter;
        readers[v] = NONE;
        readerCounts[v] = 0;
        prunedTo[v] = 0;
        maybe[v] = false;
        older[v] = heads[key];
        heads[key] = v;
        if (byWriter != INITIAL) {
            transactions.keep(byWriter);
        }
        return v;
    }

    private void grow() {
        int room = 2 * top;
        value = Arrays.copyOf(value, room);
        low = Arrays.copyOf(low, room);
        high = Arrays.copyOf(high, room);
        writeBefore = Arrays.copyOf(writeBefore, room);
        writeAfter = Arrays.copyOf(writeAfter, room);
        older = Arrays.copyOf(older, room);
        writer = Arrays.copyOf(writer, room);
        readers = Arrays.copyOf(readers, room);
        readerCounts = Arrays.copyOf(readerCounts, room);
        prunedTo = Arrays.copyOf(prunedTo, room);
        maybe = Arrays.copyOf(maybe, room);
    }

    /** Removes a version that is not the newest. */
    void removeAfter(int newer, int v) {
        older[newer] = older[v];
        for (int r = readers[v]; r != NONE; ) {
            int next = nextReader[r];
            free(r);
            r = next;
        }
        if (writer[v] != INITIAL) {
            transactions.release(writer[v]);
        }
        older[v] = free;
        free = v;
        live--;
    }

    void addReader(int v, int transaction, long before, long after, long seen, Certifier certifier) {
        if (++readerCounts[v] > PRUNE_MIN && readerCounts[v] > 2 * prunedTo[v]) {
            prune(v, certifier);
        }
        int r = freeReader;
        if (r == NONE) {
            if (readersTop == reader.length) {
                int room = 2 * readersTop;
                reader = Arrays.copyOf(reader, room);
                nextReader = Arrays.copyOf(nextReader, room);
                readBefore = Arrays.copyOf(readBefore, room);
                readAfter = Arrays.copyOf(readAfter, room);
                readValue = Arrays.copyOf(readValue, room);
            }
            r = readersTop++;
        } else {
            freeReader = nextReader[r];
        }
        liveReaders++;
        reader[r] = transaction;
        readBefore[r] = before;
        readAfter[r] = after;
        readValue[r] = seen;
        nextReader[r] = readers[v];
        readers[v] = r;
        transactions.keep(transaction);
    }

    /** Forgets readers that can be part of no cycle any more: a version that is never replaced is read for ever. */
    private void prune(int v, Certifier certifier) {
        int kept = NONE;
        int count = 0;
        for (int r = readers[v]; r != NONE; ) {
            int next = nextReader[r];
            if (certifier.has(reader[r])) {
                nextReader[r] = kept;
                kept = r;
                count++;
            } else {
                free(r);
            }
            r = next;
        }
        readers[v] = kept;
        readerCounts[v] = count + 1;
        prunedTo[v] = Math.max(PRUNE_MIN, count);
    }

    private void free(int r) {
        transactions.release(reader[r]);
        nextReader[r] = freeReader;
        freeReader = r;
        liveReaders--;
    }

    /** Whether one version certainly comes before another. */
    boolean isBefore(int a, int b, boolean locked) {
        return high[a] < low[b] || locked && writeAfter[a] < writeBefore[b];
    }

    void mark(ValueCodes codes) {
        for (int key = 0; key < keys; key++) {
            for (int v = heads[key]; v != NONE; v = older[v]) {
                codes.mark(value[v]);
                for (int r = readers[v]; r != NONE; r = nextReader[r]) {
                    codes.mark(readValue[r]);
                }
            }
        }
    }
}
