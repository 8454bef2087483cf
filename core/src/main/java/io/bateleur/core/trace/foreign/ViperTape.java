package io.bateleur.core.trace.foreign;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.ValuePool;
import java.util.List;

/**
 * Keeps the operations of Viper's logs until all of them have been read, because what a read saw depends on what others wrote:
 *
 * <ul>
 *   <li>{@code ABSENT}, or 0 where nobody wrote 0: nothing;
 *   <li>a tombstone that a delete wrote there, when the flag says so. The flag alone says nothing: Plume writes logs in this
 *       format with the flag set on every read;
 *   <li>otherwise a value. Viper's benchmarks load the database before the first log starts, so one that nobody wrote and
 *       that is not flagged is what the key held initially, unless an initial transaction is there to tell.
 * </ul>
 */
final class ViperTape {
    private static final List<OpKind> KINDS = List.of(OpKind.values());
    private static final int ITEM_LENGTH = 4;
    private static final int RANGE_HEAD = 5;

    private final HistoryBuilder history = History.builder();
    /** Per operation: kind, then key, value and flag; or for a range bounds, numbers of items, and the items. */
    private final IntList tape = new IntList();

    private final IntList sessions = new IntList();
    private final IntList starts = new IntList();
    private final PairSet written = new PairSet();
    private final PairSet tombstones = new PairSet();
    private final PairSet initialKeys = new PairSet();
    private boolean initialGiven;
    /** Where the current transaction and the current range start. */
    private int start;

    private int range;

    ValuePool keys() {
        return history.keys();
    }

    ValuePool values() {
        return history.values();
    }

    int session(long name) {
        return history.session(name);
    }

    /** Whether a number is that of an integer. */
    boolean isInteger(int value, long integer) {
        return value >= 0 && values().isInteger(value) && values().integer(value) == integer;
    }

    // ---- recording

    void read(int key, int value, boolean flag) {
        add(OpKind.GET, key, value, flag);
    }

    void put(int key, int value) {
        add(OpKind.PUT, key, value, false);
        written.add(key, value);
    }

    void delete(int key, int tombstone) {
        add(OpKind.DELETE, key, tombstone, true);
        tombstones.add(key, tombstone);
    }

    private void add(OpKind kind, int key, int value, boolean flag) {
        tape.add(kind.ordinal());
        tape.add(key);
        tape.add(value);
        tape.add(flag ? 1 : 0);
    }

    /** A range read, to which {@link #item} adds. */
    void range(int low, int high) {
        range = tape.size;
        tape.add(OpKind.SCAN.ordinal());
        tape.add(low);
        tape.add(high);
        tape.add(0);
        tape.add(0);
    }

    void item(int key, int value, boolean live) {
        int count = range + (live ? 3 : 4);
        tape.set(count, tape.get(count) + 1);
        tape.add(key);
        tape.add(value);
    }

    /** What was recorded since the last one is a transaction. */
    void endTransaction(int session) {
        sessions.add(session);
        starts.add(start);
        start = tape.size;
    }

    /** What was recorded since the last transaction tells what was there initially: what it wrote or found. */
    void endInitial() {
        initialGiven = true;
        int at = start;
        while (at < tape.size) {
            OpKind kind = KINDS.get(tape.get(at));
            if (kind == OpKind.SCAN) {
                for (int i = 0; i < tape.get(at + 3); i++) {
                    initial(tape.get(at + RANGE_HEAD + 2 * i), tape.get(at + RANGE_HEAD + 2 * i + 1));
                }
                at += RANGE_HEAD + 2 * (tape.get(at + 3) + tape.get(at + 4));
            } else {
                if (kind != OpKind.DELETE) {
                    initial(tape.get(at + 1), tape.get(at + 2));
                }
                at += ITEM_LENGTH;
            }
        }
        tape.size = start;
    }

    private void initial(int key, int value) {
        if (value >= 0) {
            history.initial(keys().get(key), values().get(value));
            written.add(key, value);
        }
    }

    // ---- playing

    History build() {
        for (int t = 0; t < starts.size; t++) {
            history.begin(sessions.get(t), t);
            int end = t + 1 < starts.size ? starts.get(t + 1) : tape.size;
            int at = starts.get(t);
            while (at < end) {
                OpKind kind = KINDS.get(tape.get(at));
                at = kind == OpKind.SCAN ? playRange(t, at) : playItem(t, kind, at);
            }
            history.end(t, Ending.COMMITTED);
        }
        return history.build();
    }

    private int playItem(int transaction, OpKind kind, int at) {
        int key = tape.get(at + 1);
        int value = tape.get(at + 2);
        boolean flagged = tape.get(at + 3) == 1;
        boolean dead = flagged && value >= 0 && (kind == OpKind.DELETE || tombstones.contains(key, value));
        if (kind == OpKind.GET && !dead && isInteger(value, 0) && !written.contains(key, value)) {
            value = History.ABSENT;
        }
        history.operation(transaction, kind, key, value, dead ? HistoryBuilder.DEAD : 0);
        if (kind == OpKind.GET && !flagged) {
            deduceInitial(key, value);
        }
        return at + ITEM_LENGTH;
    }

    private int playRange(int transaction, int at) {
        history.range(transaction, OpKind.SCAN, tape.get(at + 1), tape.get(at + 2), 0);
        int live = tape.get(at + 3);
        int items = live + tape.get(at + 4);
        for (int i = 0; i < items; i++) {
            int key = tape.get(at + RANGE_HEAD + 2 * i);
            int value = tape.get(at + RANGE_HEAD + 2 * i + 1);
            history.item(key, value, i >= live);
            if (i < live) {
                deduceInitial(key, value);
            }
        }
        return at + RANGE_HEAD + 2 * items;
    }

    private void deduceInitial(int key, int value) {
        if (!initialGiven
                && value >= 0
                && !written.contains(key, value)
                && !tombstones.contains(key, value)
                && initialKeys.add(key, 0)) {
            history.initial(keys().get(key), values().get(value));
        }
    }
}
