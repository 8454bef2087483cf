package io.bateleur.core.ir;

import java.util.ArrayDeque;
import java.util.Arrays;

/** Finds short cycles and paths among edges. */
public final class Cycles {
    /** Any cycle will do, a short one reads better: the search for a shorter one may look at so many edges in all. */
    private static final int EFFORT = 2_000_000;

    private Cycles() {}

    /**
     * The points of a short cycle that avoids some points, in order.
     *
     * @param avoided points that no cycle goes through; what is left holds at least one cycle
     */
    public static int[] shortest(EdgeList edges, boolean[] avoided) {
        int[] component = Components.smallestWithCycle(edges, avoided);
        boolean[] outside = new boolean[edges.points()];
        Arrays.fill(outside, true);
        int size = 0;
        for (int p : component) {
            outside[p] = false;
        }
        for (int p : component) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                size++;
            }
        }
        int[] best = {};
        for (int i = 0, tries = Math.max(1, EFFORT / size); i < Math.min(component.length, tries); i++) {
            // Spread over the component, whose points are in no order that means anything.
            int[] cycle =
                    through(edges, outside, component[(int) ((long) i * component.length / tries) % component.length]);
            if (best.length == 0 || cycle.length < best.length) {
                best = cycle;
            }
        }
        return best;
    }

    /** By point, whether a topological order can place it: what is left is on a cycle or behind one. */
    public static boolean[] placed(EdgeList edges) {
        boolean[] placed = new boolean[edges.points()];
        for (int p : edges.topologicalOrder()) {
            placed[p] = true;
        }
        return placed;
    }

    private static int[] through(EdgeList edges, boolean[] avoided, int origin) {
        int[] path = path(edges, origin, origin, Integer.MAX_VALUE, avoided);
        return path.length == 0 ? path : Arrays.copyOf(path, path.length - 1);
    }

    /** The points of a shortest path of at least one edge, both ends included, or nothing; only along edges older than a bound. */
    public static int[] path(EdgeList edges, int from, int to, int before, boolean[] avoided) {
        int[] parent = new int[edges.points()];
        Arrays.fill(parent, -1);
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(from);
        while (!queue.isEmpty()) {
            int p = queue.remove();
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                int target = edges.to(e);
                if (e >= before || avoided[target]) {
                    continue;
                }
                if (target == to) {
                    return unwind(parent, from, p, to);
                }
                if (parent[target] < 0 && target != from) {
                    parent[target] = p;
                    queue.add(target);
                }
            }
        }
        return new int[0];
    }

    private static int[] unwind(int[] parent, int from, int last, int to) {
        int length = 2;
        for (int p = last; p != from; p = parent[p]) {
            length++;
        }
        int[] path = new int[length];
        path[--length] = to;
        for (int p = last; p != from; p = parent[p]) {
            path[--length] = p;
        }
        path[0] = from;
        return path;
    }
}
