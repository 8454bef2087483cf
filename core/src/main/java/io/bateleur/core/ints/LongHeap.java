package io.bateleur.core.ints;

import java.util.Arrays;

/** Numbers, the least on top. */
public final class LongHeap {
    private long[] heap = new long[16];
    private int size;

    public boolean isEmpty() {
        return size == 0;
    }

    public void add(long number) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int at = size++;
        while (at > 0 && heap[(at - 1) >> 1] > number) {
            heap[at] = heap[(at - 1) >> 1];
            at = (at - 1) >> 1;
        }
        heap[at] = number;
    }

    public long removeLeast() {
        long least = heap[0];
        long moved = heap[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= moved) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
        return least;
    }
}
