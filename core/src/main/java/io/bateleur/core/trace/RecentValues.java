package io.bateleur.core.trace;

import io.bateleur.core.model.ValuePool;
import java.util.Arrays;

/**
 * The value that each key was last met with, and its number. Most reads see the latest write, and then the table of all values,
 * which is too large for any cache, need not be asked.
 */
public final class RecentValues {
    private static final int NONE = -1;

    private final ValuePool values;
    private long[] lastValues = {};
    private int[] lastNumbers = {};

    public RecentValues(ValuePool values) {
        this.values = values;
    }

    /** The number of an integer that a key was met with. */
    public int number(int key, long value) {
        if (key >= lastValues.length) {
            grow(key);
        }
        if (lastValues[key] != value || lastNumbers[key] == NONE) {
            lastValues[key] = value;
            lastNumbers[key] = values.intern(value);
        }
        return lastNumbers[key];
    }

    private void grow(int key) {
        int old = lastValues.length;
        lastValues = Arrays.copyOf(lastValues, Math.max(key + 1, old + (old >> 1)));
        lastNumbers = Arrays.copyOf(lastNumbers, lastValues.length);
        Arrays.fill(lastNumbers, old, lastNumbers.length, NONE);
    }
}
