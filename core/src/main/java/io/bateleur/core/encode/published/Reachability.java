package io.bateleur.core.encode.published;

import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import java.util.Arrays;

/** Which points reach which along some edges: per point and chain, the place of the last point of that chain that reaches it. */
final class Reachability {
    private final int[] chain;
    private final int[] place;
    private final int width;
    private final int[] rows;
    private final boolean acyclic;

    /** When the chains of the IR are too many, nothing reaches anything. */
    Reachability(Ir ir, EdgeList edges) {
        int[] order = edges.topologicalOrder();
        this.acyclic = order.length == ir.points();
        this.chain = ir.chains().chain();
        this.place = ir.chains().place();
        this.width = acyclic && ir.chains().fit() ? ir.chains().count() : 0;
        this.rows = new int[chain.length * width];
        Arrays.fill(rows, -1);
        for (int i = 0; i < order.length && width > 0; i++) {
            spread(order[i], edges);
        }
    }

    private void spread(int p, EdgeList edges) {
        int own = p * width;
        rows[own + chain[p]] = place[p];
        for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
            int target = edges.to(e) * width;
            for (int c = 0; c < width; c++) {
                rows[target + c] = Math.max(rows[target + c], rows[own + c]);
            }
        }
    }

    boolean isAcyclic() {
        return acyclic;
    }

    boolean reaches(int from, int to) {
        return width > 0 && rows[to * width + chain[from]] >= place[from];
    }
}
