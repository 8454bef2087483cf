package io.bateleur.core.sim;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.Arrays;

/** Writes down what the clients see. */
final class SimRecorder {
    private static final int UNNUMBERED = -1;

    private final HistoryBuilder builder = History.builder();
    private final boolean named;
    private final boolean timed;
    /** By how much the clock of each session is ahead. */
    private final long[] skews;

    private int[] keyNumbers = {};

    SimRecorder(boolean named, boolean timed, long[] skews) {
        this.skews = skews;
        this.named = named;
        this.timed = timed;
    }

    HistoryBuilder builder() {
        return builder;
    }

    /** The number of a transaction that has just begun. */
    int begin(int session, long before, long after) {
        int next = builder.transactionCount();
        int number = named
                ? builder.begin(builder.session(Value.of("s" + (session + 1))), Value.of("T" + (next + 1)))
                : builder.begin(builder.session((long) session), (long) next);
        if (timed) {
            builder.beginTimes(number, before + skews[session], after + skews[session]);
        }
        return number;
    }

    /** A single-key operation, with what it wrote or read. */
    void operation(SimTxn t, OpKind kind, int key, int value, boolean locking, long before) {
        int flags = locking ? HistoryBuilder.LOCKING : 0;
        int operation = builder.operation(t.number, kind, number(key), value, flags);
        times(operation, before, t);
    }

    /** A range read, with the items of the transaction. */
    void range(SimTxn t, OpKind kind, int low, int high, long before) {
        Items items = t.items;
        int lowBound = builder.values().intern(name(low));
        int highBound = builder.values().intern(name(high));
        int flags = items.isStopped() ? HistoryBuilder.STOPPED : 0;
        int operation = builder.range(t.number, kind, lowBound, highBound, flags);
        for (int i = 0; i < items.size(); i++) {
            builder.item(number(items.key(i)), items.value(i), false);
        }
        times(operation, before, t);
    }

    private void times(int operation, long before, SimTxn t) {
        if (timed) {
            builder.times(operation, before + skews[t.session], t.answerAt + skews[t.session]);
        }
    }

    void end(SimTxn t, Ending ending, long before) {
        builder.end(t.number, ending);
        if (timed) {
            builder.endTimes(t.number, before + skews[t.session], t.answerAt + skews[t.session]);
        }
    }

    void initial(int key, int value) {
        builder.initial(name(key), builder.values().get(value));
    }

    /** The number of a key in the history. */
    private int number(int key) {
        if (key >= keyNumbers.length) {
            int old = keyNumbers.length;
            keyNumbers = Arrays.copyOf(keyNumbers, Math.max(key + 1, old + (old >> 1)));
            Arrays.fill(keyNumbers, old, keyNumbers.length, UNNUMBERED);
        }
        if (keyNumbers[key] == UNNUMBERED) {
            keyNumbers[key] = builder.keys().intern(name(key));
        }
        return keyNumbers[key];
    }

    /** Names order as the numbers do: a to y, then z25, z26, ... z99, zz100, ... */
    private Value name(int key) {
        if (!named) {
            return Value.of((long) key);
        }
        if (key < 25) {
            return Value.of(String.valueOf((char) ('a' + key)));
        }
        String digits = Integer.toString(key);
        return Value.of("z".repeat(digits.length() - 1) + digits);
    }
}
