package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.ValuePool;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The list of integers that each key was last met with, and the numbers of its elements. Lists mostly begin like the one before, and
 * then the table of all values need not be asked.
 */
final class RecentLists {
    private static final class Elements {
        long[] values = new long[8];
        int[] numbers = new int[8];
        int size;
    }

    private final ValuePool values;
    private @Nullable Elements[] byKey = {};
    private Elements current = new Elements();
    private int size;

    RecentLists(ValuePool values) {
        this.values = values;
    }

    /** A list of a key begins. */
    void start(int key) {
        if (key >= byKey.length) {
            byKey = Arrays.copyOf(byKey, Math.max(key + 1, byKey.length + (byKey.length >> 1)));
        }
        Elements known = byKey[key];
        current = known == null ? new Elements() : known;
        byKey[key] = current;
        size = 0;
    }

    void element(long value) {
        if (size == current.values.length) {
            current.values = Arrays.copyOf(current.values, 2 * size);
            current.numbers = Arrays.copyOf(current.numbers, 2 * size);
        }
        if (size >= current.size || current.values[size] != value) {
            current.values[size] = value;
            current.numbers[size] = values.elements().intern(value);
            current.size = size + 1;
        }
        size++;
    }

    /** The number of the list whose elements have been told. */
    int number() {
        return values.internList(current.numbers, size);
    }
}
