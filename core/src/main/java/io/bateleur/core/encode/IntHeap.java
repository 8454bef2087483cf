package io.bateleur.core.encode;

/** Integers, the least on top. */
final class IntHeap {
    private final int[] heap;
    private int size;

    IntHeap(int capacity) {
        heap = new int[capacity];
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(int integer) {
        int at = size++;
        while (at > 0 && heap[(at - 1) >> 1] > integer) {
            heap[at] = heap[(at - 1) >> 1];
            at = (at - 1) >> 1;
        }
        heap[at] = integer;
    }

    int removeLeast() {
        int least = heap[0];
        int moved = heap[--size];
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
