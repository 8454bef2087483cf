package io.bateleur.core.mirror;

import java.util.Arrays;

/** Events of one session that wait to be merged with those of others, in columns. */
final class SessionRing {
    static final byte BEGIN = 10;
    static final byte COMMIT = 11;
    static final byte ABORT = 12;
    static final byte UNKNOWN = 13;
    /** A statement that may take the snapshot and reads or writes nothing that is known. */
    static final byte STATEMENT = 14;
    /** A statement of which all is known that can be, and that may have taken the snapshot. */
    static final byte EXECUTED = 18;
    /** A range read, whose number is in place of the key. */
    static final byte RANGE = 15;
    /** The snapshot is taken here, whatever the level. */
    static final byte SNAPSHOT = 16;
    /** The snapshot is another transaction's. */
    static final byte ELSEWHERE = 17;

    private static final int ROOM_MIN = 64;

    final int session;
    private int head;
    private int tail;
    private int mask = ROOM_MIN - 1;
    byte[] kinds = new byte[ROOM_MIN];
    byte[] flags = new byte[ROOM_MIN];
    int[] transactions = new int[ROOM_MIN];
    int[] keys = new int[ROOM_MIN];
    long[] values = new long[ROOM_MIN];
    long[] before = new long[ROOM_MIN];
    long[] after = new long[ROOM_MIN];
    /** The last `before` that was added. */
    long last = Long.MIN_VALUE;

    SessionRing(int session) {
        this.session = session;
    }

    boolean isEmpty() {
        return head == tail;
    }

    int size() {
        return tail - head;
    }

    /** Where the oldest event is in the columns. */
    int first() {
        return head & mask;
    }

    long firstBefore() {
        return before[head & mask];
    }

    void removeFirst() {
        head++;
    }

    void add(byte kind, byte flag, int transaction, int key, long value, long from, long to) {
        if (tail - head > mask) {
            grow();
        }
        int at = tail++ & mask;
        kinds[at] = kind;
        flags[at] = flag;
        transactions[at] = transaction;
        keys[at] = key;
        values[at] = value;
        before[at] = from;
        after[at] = to;
        last = from;
    }

    private void grow() {
        int room = 2 * (mask + 1);
        int size = tail - head;
        int from = head & mask;
        kinds = Arrays.copyOf(kinds, room);
        flags = Arrays.copyOf(flags, room);
        transactions = Arrays.copyOf(transactions, room);
        keys = Arrays.copyOf(keys, room);
        values = Arrays.copyOf(values, room);
        before = Arrays.copyOf(before, room);
        after = Arrays.copyOf(after, room);
        // What had wrapped around moves behind the rest.
        move(kinds, from);
        move(flags, from);
        move(transactions, from);
        move(keys, from);
        move(values, from);
        move(before, from);
        move(after, from);
        mask = room - 1;
        head = from;
        tail = from + size;
    }

    private void move(Object column, int count) {
        System.arraycopy(column, 0, column, mask + 1, count);
    }

    void mark(ValueCodes codes) {
        for (int i = head; i != tail; i++) {
            codes.mark(values[i & mask]);
        }
    }
}
