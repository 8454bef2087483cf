package io.bateleur.core.trace;

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

    RecentLists(ValuePool values) {
        this.values = values;
    }

    /** The number of a list that a key was met with. */
    int number(int key, long[] list, int count) {
        Elements recent = of(key);
        if (count > recent.values.length) {
            int size = Math.max(count, 2 * recent.values.length);
            recent.values = Arrays.copyOf(recent.values, size);
            recent.numbers = Arrays.copyOf(recent.numbers, size);
        }
        for (int i = 0; i < count; i++) {
            if (i >= recent.size || recent.values[i] != list[i]) {
                recent.values[i] = list[i];
                recent.numbers[i] = values.elements().intern(list[i]);
                recent.size = i + 1;
            }
        }
        return values.internList(recent.numbers, count);
    }

    private Elements of(int key) {
        if (key >= byKey.length) {
            byKey = Arrays.copyOf(byKey, Math.max(key + 1, byKey.length + (byKey.length >> 1)));
        }
        Elements recent = byKey[key];
        if (recent == null) {
            recent = new Elements();
            byKey[key] = recent;
        }
        return recent;
    }
}
