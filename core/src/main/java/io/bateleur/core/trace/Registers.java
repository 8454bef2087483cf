package io.bateleur.core.trace;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import java.util.Arrays;

/** Adds reads and writes of integers to a history, and at the end the initial state that they imply. */
final class Registers {
    private static final int NONE = -1;

    private final HistoryBuilder history;
    private final ZeroInitial initial = new ZeroInitial();
    /**
     * The value that each key was last met with, and its number. Most reads see the latest write, and then the table of all
     * values, which is too large for any cache, need not be asked.
     */
    private long[] lastValues = {};

    private int[] lastNumbers = {};

    Registers(HistoryBuilder history) {
        this.history = history;
    }

    void operation(int transaction, boolean write, int key, long value) {
        if (value == 0) {
            if (write) {
                initial.wroteZero(key);
            } else {
                initial.readZero(key);
            }
        }
        history.operation(transaction, write ? OpKind.PUT : OpKind.GET, key, number(key, value), 0);
    }

    private int number(int key, long value) {
        if (key >= lastValues.length) {
            grow(key);
        }
        if (lastValues[key] != value || lastNumbers[key] == NONE) {
            lastValues[key] = value;
            lastNumbers[key] = history.values().intern(value);
        }
        return lastNumbers[key];
    }

    private void grow(int key) {
        int old = lastValues.length;
        lastValues = Arrays.copyOf(lastValues, Math.max(key + 1, old + (old >> 1)));
        lastNumbers = Arrays.copyOf(lastNumbers, lastValues.length);
        Arrays.fill(lastNumbers, old, lastNumbers.length, NONE);
    }

    History build() {
        initial.give(history);
        return history.build();
    }
}
