package io.bateleur.core.solve;

import java.util.Arrays;

/** Variables by activity, the most active on top; all that were ever added keep their activity. */
final class VariableHeap {
    private static final double RESCALE_ABOVE = 1e100;

    private double[] activity = new double[16];
    private int[] heap = new int[16];
    /** Where in the heap a variable is, or -1. */
    private int[] place = new int[16];

    private int size;
    private double increment = 1;
    private final double decay;

    VariableHeap(double decay) {
        this.decay = decay;
        Arrays.fill(place, -1);
    }

    void grow(int variables) {
        int old = place.length;
        if (variables > old) {
            int capacity = Math.max(variables, old * 2);
            activity = Arrays.copyOf(activity, capacity);
            heap = Arrays.copyOf(heap, capacity);
            place = Arrays.copyOf(place, capacity);
            Arrays.fill(place, old, capacity, -1);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(int variable) {
        if (place[variable] < 0) {
            place[variable] = size;
            heap[size++] = variable;
            up(place[variable]);
        }
    }

    int removeTop() {
        int top = heap[0];
        place[top] = -1;
        int last = heap[--size];
        if (size > 0) {
            heap[0] = last;
            place[last] = 0;
            down(0);
        }
        return top;
    }

    void bump(int variable) {
        activity[variable] += increment;
        if (activity[variable] > RESCALE_ABOVE) {
            for (int i = 0; i < activity.length; i++) {
                activity[i] /= RESCALE_ABOVE;
            }
            increment /= RESCALE_ABOVE;
        }
        if (place[variable] >= 0) {
            up(place[variable]);
        }
    }

    /** A number that is the smaller the more active a variable is. */
    int rank(int variable) {
        // Activities of variables that were in every conflict so far approach 1 / (1 - decay) increments.
        double share = activity[variable] / increment * (1 - decay);
        return (int) ((1 - Math.min(1, share)) * (1 << 30));
    }

    void decay() {
        increment /= decay;
    }

    double activity(int variable) {
        return activity[variable];
    }

    private void up(int start) {
        int at = start;
        int variable = heap[at];
        while (at > 0) {
            int parent = (at - 1) >> 1;
            if (activity[heap[parent]] >= activity[variable]) {
                break;
            }
            heap[at] = heap[parent];
            place[heap[at]] = at;
            at = parent;
        }
        heap[at] = variable;
        place[variable] = at;
    }

    private void down(int start) {
        int at = start;
        int variable = heap[at];
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && activity[heap[child + 1]] > activity[heap[child]]) {
                child++;
            }
            if (activity[heap[child]] <= activity[variable]) {
                break;
            }
            heap[at] = heap[child];
            place[heap[at]] = at;
            at = child;
        }
        heap[at] = variable;
        place[variable] = at;
    }
}
