package io.bateleur.core.sim;

import io.bateleur.core.model.History;
import io.bateleur.core.model.ValuePool;
import java.util.Arrays;

/** Lists as values of the history's pool: appending makes the number of another list. */
final class Lists {
    private final ValuePool values;
    private int[] elements = new int[64];

    Lists(ValuePool values) {
        this.values = values;
    }

    /** The list with one more element; an absent list is empty. */
    int append(int list, int element) {
        int size = list == History.ABSENT ? 0 : values.listSize(list);
        if (size >= elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        for (int i = 0; i < size; i++) {
            elements[i] = values.element(list, i);
        }
        elements[size] = element;
        return values.internList(elements, size + 1);
    }
}
