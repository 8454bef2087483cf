package io.bateleur.core.mirror;

import io.bateleur.core.ints.IntList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A graph of which a topological order is kept while edges are added (Pearce and Kelly 2006), until one closes a cycle. Nodes that
 * come first in the order and to which nothing can lead any more are taken off at its front.
 */
final class CertainOrder {
    private static final int NONE = -1;

    /** By node. */
    private int[] position = new int[64];

    private int[] out = new int[64];
    private int[] in = new int[64];
    private int[] mark = new int[64];
    private boolean[] there = new boolean[64];

    /** By position, a ring. */
    private int[] node = new int[1 << 8];

    private long front;
    private long back;

    int[] source = new int[1 << 8];
    int[] target = new int[1 << 8];
    private int[] nextOut = new int[1 << 8];
    private int[] nextIn = new int[1 << 8];
    private int[] previousIn = new int[1 << 8];
    private int top;
    private int free = NONE;
    private int edges;
    private int stamp;

    private final IntList stack = new IntList();
    private final IntList ahead = new IntList();
    private final IntList behind = new IntList();
    /** The edge by which a search reached a node. */
    private int[] reachedBy = new int[64];

    /** Positions count from the front, so that they fit an int. */
    int nodeCount() {
        return (int) (back - front);
    }

    int edgeCount() {
        return edges;
    }

    boolean has(int n) {
        return n >= 0 && n < there.length && there[n];
    }

    void add(int n) {
        if (n >= there.length) {
            int room = Math.max(n + 1, 2 * there.length);
            position = Arrays.copyOf(position, room);
            out = Arrays.copyOf(out, room);
            in = Arrays.copyOf(in, room);
            mark = Arrays.copyOf(mark, room);
            there = Arrays.copyOf(there, room);
            reachedBy = Arrays.copyOf(reachedBy, room);
        }
        if (back - front == node.length) {
            int[] larger = new int[2 * node.length];
            for (long p = front; p < back; p++) {
                larger[(int) p & (larger.length - 1)] = node[(int) p & (node.length - 1)];
            }
            node = larger;
        }
        there[n] = true;
        out[n] = NONE;
        in[n] = NONE;
        position[n] = (int) back;
        node[(int) back & (node.length - 1)] = n;
        back++;
    }

    /** The node that comes first, or -1. */
    int first() {
        return front == back ? NONE : node[(int) front & (node.length - 1)];
    }

    /** Takes the first one off. */
    int removeFirst() {
        int n = first();
        for (int e = out[n]; e != NONE; ) {
            int next = nextOut[e];
            unlinkIn(e);
            recycle(e);
            e = next;
        }
        there[n] = false;
        front++;
        return n;
    }

    private void unlinkIn(int e) {
        if (previousIn[e] == NONE) {
            in[target[e]] = nextIn[e];
        } else {
            nextIn[previousIn[e]] = nextIn[e];
        }
        if (nextIn[e] != NONE) {
            previousIn[nextIn[e]] = previousIn[e];
        }
    }

    /** Is told which edges are there no more. */
    interface Removal {
        void of(int edge);
    }

    Removal removal = edge -> {};

    private void recycle(int e) {
        removal.of(e);
        nextOut[e] = free;
        free = e;
        edges--;
    }

    /** Whether there is such an edge among the newest few. */
    boolean hasRecent(int from, int to) {
        int seen = 0;
        for (int e = in[to]; e != NONE && seen < 4; e = nextIn[e], seen++) {
            if (source[e] == from) {
                return true;
            }
        }
        return false;
    }

    /** The first of the edges that lead to a node, or -1. */
    int firstInto(int n) {
        return in[n];
    }

    int nextInto(int e) {
        return nextIn[e];
    }

    /** The first of the edges that lead away from a node, or -1. */
    int firstOutOf(int n) {
        return out[n];
    }

    int nextOutOf(int e) {
        return nextOut[e];
    }

    /** How many edges there have been at most; edges are numbered below. */
    int edgeRoom() {
        return source.length;
    }

    /** The last cycle that an edge would have closed: edges from its target back to its source. */
    private int @Nullable [] cycle;

    /** The number of the new edge, or -1 when it would close a cycle, which {@link #cycle} then is. */
    int connect(int from, int to) {
        if (position[from] - position[to] > 0 && !reorder(from, to)) {
            return NONE;
        }
        return link(from, to);
    }

    int[] cycle() {
        int[] found = cycle;
        if (found == null) {
            throw new IllegalStateException("there was no cycle");
        }
        return found;
    }

    private int link(int from, int to) {
        int e = free;
        if (e == NONE) {
            if (top == source.length) {
                int room = 2 * top;
                source = Arrays.copyOf(source, room);
                target = Arrays.copyOf(target, room);
                nextOut = Arrays.copyOf(nextOut, room);
                nextIn = Arrays.copyOf(nextIn, room);
                previousIn = Arrays.copyOf(previousIn, room);
            }
            e = top++;
        } else {
            free = nextOut[e];
        }
        edges++;
        source[e] = from;
        target[e] = to;
        nextOut[e] = out[from];
        out[from] = e;
        nextIn[e] = in[to];
        previousIn[e] = NONE;
        if (in[to] != NONE) {
            previousIn[in[to]] = e;
        }
        in[to] = e;
        return e;
    }

    /** Moves what `to` leads to behind what leads to `from`; not possible if `to` leads to `from`. */
    private boolean reorder(int from, int to) {
        int upper = position[from];
        int lower = position[to];
        stamp++;
        ahead.clear();
        visit(to);
        while (stack.size > 0) {
            int n = stack.removeLast();
            ahead.add(n);
            for (int e = out[n]; e != NONE; e = nextOut[e]) {
                int next = target[e];
                if (next == from) {
                    reachedBy[from] = e;
                    noteCycle(from, to);
                    stack.clear();
                    return false;
                }
                if (mark[next] != stamp && position[next] - upper < 0) {
                    reachedBy[next] = e;
                    visit(next);
                }
            }
        }
        stamp++;
        behind.clear();
        visit(from);
        while (stack.size > 0) {
            int n = stack.removeLast();
            behind.add(n);
            for (int e = in[n]; e != NONE; e = nextIn[e]) {
                int next = source[e];
                if (mark[next] != stamp && position[next] - lower > 0) {
                    visit(next);
                }
            }
        }
        permute();
        return true;
    }

    private void visit(int n) {
        mark[n] = stamp;
        stack.add(n);
    }

    private void noteCycle(int from, int to) {
        IntList path = new IntList();
        for (int n = from; n != to; n = source[reachedBy[n]]) {
            path.add(reachedBy[n]);
        }
        int[] found = new int[path.size];
        for (int i = 0; i < found.length; i++) {
            found[i] = path.get(found.length - 1 - i);
        }
        cycle = found;
    }

    /** Gives the places of both to those behind first, then to those ahead, each in their old order. */
    private void permute() {
        sort(ahead);
        sort(behind);
        int total = ahead.size + behind.size;
        int[] places = new int[total];
        int i = 0;
        int j = 0;
        for (int p = 0; p < total; p++) {
            boolean takesBehind =
                    j == ahead.size || i < behind.size && position[behind.data[i]] - position[ahead.data[j]] < 0;
            places[p] = takesBehind ? position[behind.data[i++]] : position[ahead.data[j++]];
        }
        int p = 0;
        for (i = 0; i < behind.size; i++) {
            place(behind.data[i], places[p++]);
        }
        for (j = 0; j < ahead.size; j++) {
            place(ahead.data[j], places[p++]);
        }
    }

    private void place(int n, int at) {
        position[n] = at;
        node[at & (node.length - 1)] = n;
    }

    private void sort(IntList nodes) {
        for (int i = 1; i < nodes.size; i++) {
            int n = nodes.data[i];
            int j = i - 1;
            while (j >= 0 && position[nodes.data[j]] - position[n] > 0) {
                nodes.data[j + 1] = nodes.data[j];
                j--;
            }
            nodes.data[j + 1] = n;
        }
    }
}
