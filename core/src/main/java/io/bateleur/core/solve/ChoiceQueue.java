package io.bateleur.core.solve;

import java.util.Arrays;

/** Variables waiting to be looked at, those with the smallest key first; each at most once. */
final class ChoiceQueue {
    private long[] heap = new long[16];
    private int size;
    private boolean[] queued = new boolean[16];

    void grow(int variables) {
        if (variables > queued.length) {
            queued = Arrays.copyOf(queued, Math.max(variables, 2 * queued.length));
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean holds(int variable) {
        return queued[variable];
    }

    void add(int variable, int key) {
        queued[variable] = true;
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        long entry = (long) key << 32 | variable;
        int at = size++;
        while (at > 0 && heap[(at - 1) >> 1] > entry) {
            heap[at] = heap[(at - 1) >> 1];
            at = (at - 1) >> 1;
        }
        heap[at] = entry;
    }

    int remove() {
        int variable = (int) heap[0];
        queued[variable] = false;
        long last = heap[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return variable;
    }
}
