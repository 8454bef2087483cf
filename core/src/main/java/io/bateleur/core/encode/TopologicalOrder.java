package io.bateleur.core.encode;

import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;

/**
 * The first order to try: the points by the length of the longest path that leads on from them. What has much behind it comes
 * early, which is nearly the order in which things happened once all forced edges are known.
 */
public final class TopologicalOrder {
    private TopologicalOrder() {}

    /** All points, so that every known edge goes forward; empty when the known edges have a cycle. */
    public static int[] of(Ir ir) {
        EdgeList edges = ir.edges();
        int points = ir.points();
        if (!ir.chains().fit()) {
            return RecordedOrder.of(ir); // what is forced is not known: the recording is the better guess
        }
        int[] sorted = edges.topologicalOrder();
        if (sorted.length < points) {
            return new int[0];
        }
        int[] height = new int[points];
        int highest = 0;
        for (int i = points - 1; i >= 0; i--) {
            int p = sorted[i];
            int most = 0;
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                most = Math.max(most, height[edges.to(e)] + 1);
            }
            height[p] = most;
            highest = Math.max(highest, most);
        }
        return byHeight(sorted, height, highest);
    }

    /** Highest first; points of one height keep their order. */
    private static int[] byHeight(int[] sorted, int[] height, int highest) {
        int[] next = new int[highest + 2];
        for (int p : sorted) {
            next[highest - height[p] + 1]++;
        }
        for (int h = 0; h <= highest; h++) {
            next[h + 1] += next[h];
        }
        int[] order = new int[sorted.length];
        for (int p : sorted) {
            order[next[highest - height[p]]++] = p;
        }
        return order;
    }
}
