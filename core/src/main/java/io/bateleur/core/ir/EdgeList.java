package io.bateleur.core.ir;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Edges between points, by their origin, each with the reason why it is known.
 *
 * <p>A linked list per point in three flat arrays: edges are added one by one while clocks spread along them.
 */
public final class EdgeList {
    private int[] head;
    private int[] to;
    private int[] next;
    private int[] reason;
    private int size;

    public EdgeList(int points, int capacity) {
        head = new int[points];
        Arrays.fill(head, -1);
        to = new int[Math.max(16, capacity)];
        next = new int[to.length];
        reason = new int[to.length];
    }

    public void add(int from, int target, int why) {
        if (size == to.length) {
            int capacity = (int) Math.min(Integer.MAX_VALUE - 8, size + (size >> 1) + 16L);
            to = Arrays.copyOf(to, capacity);
            next = Arrays.copyOf(next, capacity);
            reason = Arrays.copyOf(reason, capacity);
        }
        to[size] = target;
        reason[size] = why;
        next[size] = head[from];
        head[from] = size++;
    }

    /** Edges are numbered in the order in which they were added. */
    public int size() {
        return size;
    }

    public int points() {
        return head.length;
    }

    /** The newest edge from a point, or -1. */
    public int first(int from) {
        return head[from];
    }

    /** The edge from the same point that was added before this one, or -1. */
    public int next(int edge) {
        return next[edge];
    }

    public int to(int edge) {
        return to[edge];
    }

    public int reason(int edge) {
        return reason[edge];
    }

    /** The oldest edge from one point to another. */
    public int find(int from, int target) {
        int found = -1;
        for (int e = head[from]; e >= 0; e = next[e]) {
            found = to[e] == target ? e : found;
        }
        return found;
    }

    /** Adds all of another list. */
    public void addAll(EdgeList other) {
        for (int p = 0; p < other.head.length; p++) {
            for (int e = other.head[p]; e >= 0; e = other.next[e]) {
                add(p, other.to[e], other.reason[e]);
            }
        }
    }

    /** Those of some reasons. */
    public EdgeList only(Predicate<Reason> wanted) {
        EdgeList result = new EdgeList(head.length, size);
        for (int p = 0; p < head.length; p++) {
            for (int e = head[p]; e >= 0; e = next[e]) {
                if (wanted.test(Reason.of(reason[e]))) {
                    result.add(p, to[e], reason[e]);
                }
            }
        }
        return result;
    }

    /** The same edges, to be added to. */
    public EdgeList copy() {
        EdgeList copy = new EdgeList(0, 0);
        copy.head = head.clone();
        copy.to = Arrays.copyOf(to, size + (size >> 1) + 16);
        copy.next = Arrays.copyOf(next, copy.to.length);
        copy.reason = Arrays.copyOf(reason, copy.to.length);
        copy.size = size;
        return copy;
    }

    /** The same edges with other numbers: those from one point lie beside each other in memory, for whoever goes over all of them. */
    public EdgeList gathered() {
        EdgeList result = new EdgeList(head.length, size);
        for (int p = 0; p < head.length; p++) {
            result.head[p] = head[p] < 0 ? -1 : result.size;
            for (int e = head[p]; e >= 0; e = next[e]) {
                int same = result.size++;
                result.to[same] = to[e];
                result.reason[same] = reason[e];
                result.next[same] = next[e] < 0 ? -1 : same + 1;
            }
        }
        return result;
    }

    /** The same edges between points that have other numbers. */
    public EdgeList renumbered(int[] number) {
        EdgeList result = new EdgeList(head.length, size);
        int[] from = new int[size];
        for (int p = 0; p < head.length; p++) {
            for (int e = head[p]; e >= 0; e = next[e]) {
                from[e] = p;
            }
        }
        for (int e = 0; e < size; e++) {
            result.add(number[from[e]], number[to[e]], reason[e]);
        }
        return result;
    }

    /** By point, how many edges lead to it. */
    public int[] predecessors() {
        int[] count = new int[head.length];
        for (int e = 0; e < size; e++) {
            count[to[e]]++;
        }
        return count;
    }

    /** All points along the edges (Kahn's algorithm); fewer when there is a cycle. */
    public int[] topologicalOrder() {
        int[] open = predecessors();
        int[] order = new int[head.length];
        int placed = 0;
        for (int p = 0; p < order.length; p++) {
            if (open[p] == 0) {
                order[placed++] = p;
            }
        }
        for (int i = 0; i < placed; i++) {
            for (int e = head[order[i]]; e >= 0; e = next[e]) {
                if (--open[to[e]] == 0) {
                    order[placed++] = to[e];
                }
            }
        }
        return Arrays.copyOf(order, placed);
    }
}
