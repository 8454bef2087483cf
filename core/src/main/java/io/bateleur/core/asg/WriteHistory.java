package io.bateleur.core.asg;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.WriteIndex;
import java.util.Arrays;
import java.util.BitSet;

/** The write history: the version that each transaction that is not gone installs of each key that it writes. */
final class WriteHistory {
    static final byte HAPPENED = 0;
    static final byte POSSIBLE = 1;
    static final byte GONE = 2;

    final History history;
    final WriteIndex index;
    final byte[] fates;
    /** By operation. */
    final int[] transactionOf;
    /** By operation: the write that it is the last word of, or -1. */
    final int[] writeOfOperation;
    /** By key: the number of the value that was there at first, {@link History#ABSENT} or {@link History#UNKNOWN}. */
    final int[] initial;

    final BitSet appendedKeys = new BitSet();
    final BitSet putKeys = new BitSet();
    /** Keys that some version made, or may have made, live. */
    final BitSet liveKeys = new BitSet();

    /** Transactions with statements, which may have written anything. */
    final BitSet withStatements = new BitSet();

    /** Deleters by key: numbers of writes. */
    int[] deleterStart = {};

    int[] deleter = {};

    private WriteHistory(History history, WriteIndex index, byte[] fates, int[] transactionOf) {
        this.history = history;
        this.index = index;
        this.fates = fates;
        this.transactionOf = transactionOf;
        this.writeOfOperation = new int[history.operationCount()];
        this.initial = initialContents(history);
    }

    /** Everything that was not aborted, for now. */
    static WriteHistory of(History history) {
        byte[] fates = new byte[history.transactionCount()];
        int[] transactionOf = new int[history.operationCount()];
        for (int t = 0; t < fates.length; t++) {
            Ending ending = history.ending(t);
            fates[t] = ending == Ending.COMMITTED ? HAPPENED : ending == Ending.ABORTED ? GONE : POSSIBLE;
            Arrays.fill(transactionOf, history.firstOperation(t), history.firstOperation(t + 1), t);
        }
        return new WriteHistory(history, new WriteIndex(history), fates, transactionOf);
    }

    /** The same once more, with what is now known of fates. */
    WriteHistory again() {
        return new WriteHistory(history, index, fates, transactionOf);
    }

    private static int[] initialContents(History history) {
        int[] initial = new int[history.keyCount()];
        Arrays.fill(initial, history.initialState() == InitialState.UNKNOWN ? History.UNKNOWN : History.ABSENT);
        history.initiallyAbsent().forEach(key -> initial[history.keys().find(key)] = History.ABSENT);
        history.initialContents().forEach((key, value) -> {
            int k = history.keys().find(key);
            if (k >= 0) {
                initial[k] = history.values().find(value);
            }
        });
        return initial;
    }

    void fill(Asg asg) {
        numberWrites(asg);
        indexKeys(asg);
        asg.fates = fates;
        asg.initial = initial;
    }

    private void numberWrites(Asg asg) {
        int[] seenIn = new int[history.keyCount()];
        Arrays.fill(seenIn, -1);
        Arrays.fill(writeOfOperation, -1);
        int count = history.transactionCount();
        int writes = 0;
        int[] start = new int[count + 1];
        long[] found = new long[16];
        for (int t = 0; t < count; t++) {
            start[t] = writes;
            if (fates[t] == GONE) {
                continue;
            }
            int size = 0;
            for (int o = history.firstOperation(t + 1) - 1; o >= history.firstOperation(t); o--) {
                OpKind kind = history.kind(o);
                int key = kind.isWrite() ? history.key(o) : -1;
                if (key >= 0 && seenIn[key] != t) {
                    seenIn[key] = t;
                    found = size < found.length ? found : Arrays.copyOf(found, 2 * size);
                    found[size++] = (long) key << 32 | o;
                } else if (kind == OpKind.SQL) {
                    withStatements.set(t);
                }
            }
            Arrays.sort(found, 0, size); // by key, so that they can be searched
            for (int i = 0; i < size; i++) {
                writeOfOperation[(int) found[i]] = writes++;
            }
        }
        start[count] = writes;
        asg.writeStart = start;
        asg.writeKey = new int[writes];
        asg.writeOperation = new int[writes];
        asg.writeTransaction = new int[writes];
        asg.writeDead = new boolean[writes];
        for (int o = 0; o < writeOfOperation.length; o++) {
            int w = writeOfOperation[o];
            if (w < 0) {
                continue;
            }
            int key = history.key(o);
            asg.writeKey[w] = key;
            asg.writeOperation[w] = o;
            asg.writeTransaction[w] = transactionOf[o];
            asg.writeDead[w] = history.isDead(o);
            if (!asg.writeDead[w]) {
                liveKeys.set(key);
            }
            (history.kind(o) == OpKind.APPEND ? appendedKeys : putKeys).set(key);
        }
    }

    private void indexKeys(Asg asg) {
        int keys = history.keyCount();
        int[] start = new int[keys + 1];
        int[] deleters = new int[keys + 1];
        for (int w = 0; w < asg.writeKey.length; w++) {
            start[asg.writeKey[w] + 1]++;
            deleters[asg.writeKey[w] + 1] += asg.writeDead[w] ? 1 : 0;
        }
        for (int k = 0; k < keys; k++) {
            start[k + 1] += start[k];
            deleters[k + 1] += deleters[k];
            if (initial[k] != History.ABSENT) {
                liveKeys.set(k);
            }
        }
        asg.keyStart = start;
        asg.keyWrite = new int[asg.writeKey.length];
        deleterStart = deleters;
        deleter = new int[deleters[keys]];
        int[] next = Arrays.copyOf(start, keys);
        int[] nextDeleter = Arrays.copyOf(deleters, keys);
        for (int w = 0; w < asg.writeKey.length; w++) {
            asg.keyWrite[next[asg.writeKey[w]]++] = w;
            if (asg.writeDead[w]) {
                deleter[nextDeleter[asg.writeKey[w]]++] = w;
            }
        }
    }

    /** Whether a key was there from the start and nobody left it deleted. */
    boolean isAlwaysLive(int key) {
        return initial[key] >= 0 && deleterStart[key] == deleterStart[key + 1];
    }

    boolean hasHappened(int transaction) {
        return fates[transaction] == HAPPENED;
    }

    boolean isGone(int transaction) {
        return fates[transaction] == GONE;
    }

    /** How many elements were in a list at first. */
    int initialListSize(int key) {
        return initial[key] >= 0 && history.values().isList(initial[key])
                ? history.values().listSize(initial[key])
                : 0;
    }

    /** Whether what a write left is what was seen; what the trace leaves untold of either may have been that of the other. */
    boolean explains(int operation, int value, boolean dead) {
        int written = history.value(operation);
        if (history.isDead(operation)) {
            return dead && (value < 0 || written < 0 || written == value);
        }
        return !dead && (written == History.UNKNOWN || value == History.UNKNOWN || written == value);
    }
}
