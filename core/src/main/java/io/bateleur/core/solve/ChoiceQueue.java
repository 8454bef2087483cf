package io.bateleur.core.solve;

import io.bateleur.core.ints.LongHeap;
import java.util.Arrays;

/** Variables waiting to be looked at, those with the smallest key first; each at most once. */
final class ChoiceQueue {
    private final LongHeap heap = new LongHeap();
    private boolean[] queued = new boolean[16];

    void grow(int variables) {
        if (variables > queued.length) {
            queued = Arrays.copyOf(queued, Math.max(variables, 2 * queued.length));
        }
    }

    boolean isEmpty() {
        return heap.isEmpty();
    }

    boolean holds(int variable) {
        return queued[variable];
    }

    void add(int variable, int key) {
        queued[variable] = true;
        heap.add((long) key << 32 | variable);
    }

    int remove() {
        int variable = (int) heap.removeLeast();
        queued[variable] = false;
        return variable;
    }
}
