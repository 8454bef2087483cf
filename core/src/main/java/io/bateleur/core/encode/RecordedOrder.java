package io.bateleur.core.encode;

import io.bateleur.core.asg.Times;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Timestamp;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * The points as the trace has them, by the database's own timestamps, the clients' times or the order of its lines, as far as the
 * known edges allow. Only a guess to start from: nothing is believed.
 */
final class RecordedOrder {
    private RecordedOrder() {}

    /** All points, so that every known edge goes forward; empty when the known edges have a cycle. */
    static int[] of(Ir ir) {
        int points = ir.points();
        EdgeList edges = ir.edges();
        long[] moment = new long[points];
        Integer[] byMoment = new Integer[points];
        for (int p = 0; p < points; p++) {
            moment[p] = moment(ir, p);
            byMoment[p] = p;
        }
        Arrays.sort(byMoment, (a, b) -> moment[a] != moment[b] ? Long.compare(moment[a], moment[b]) : a - b);
        int[] rank = new int[points];
        for (int i = 0; i < points; i++) {
            rank[byMoment[i]] = i;
        }
        int[] open = TopologicalOrder.predecessors(edges, points);
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int p = 0; p < points; p++) {
            if (open[p] == 0) {
                ready.add(rank[p]);
            }
        }
        int[] order = new int[points];
        int size = 0;
        while (!ready.isEmpty()) {
            int p = byMoment[ready.remove()];
            order[size++] = p;
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                if (--open[edges.to(e)] == 0) {
                    ready.add(rank[edges.to(e)]);
                }
            }
        }
        return size < points ? new int[0] : order;
    }

    private static long moment(Ir ir, int point) {
        int t = ir.transactionAt(point);
        if (t < 0) {
            return Long.MIN_VALUE; // a tick is no later than what follows it
        }
        History history = ir.asg().history();
        boolean commit = point == ir.commit(t);
        Timestamp stamp = commit ? history.commitTimestamp(t) : history.startTimestamp(t);
        if (stamp != null) {
            return stamp.physical();
        }
        long time = commit ? Times.end(history, t) : Times.begin(history, t);
        return time != History.NO_TIME ? time : 2L * t + (commit ? 1 : 0);
    }
}
