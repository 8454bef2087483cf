package io.bateleur.core.encode;

import io.bateleur.core.ints.LongHeap;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Times;
import io.bateleur.core.model.Timestamp;
import java.util.Arrays;

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
        int[] rank = ranks(ir);
        int[] byRank = new int[points];
        for (int p = 0; p < points; p++) {
            byRank[rank[p]] = p;
        }
        int[] open = edges.predecessors();
        LongHeap ready = new LongHeap();
        for (int p = 0; p < points; p++) {
            if (open[p] == 0) {
                ready.add(rank[p]);
            }
        }
        int[] order = new int[points];
        int size = 0;
        while (!ready.isEmpty()) {
            int p = byRank[(int) ready.removeLeast()];
            order[size++] = p;
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                if (--open[edges.to(e)] == 0) {
                    ready.add(rank[edges.to(e)]);
                }
            }
        }
        return size < points ? new int[0] : order;
    }

    /** By point, how many come before it by their moments; those of one moment keep their order. */
    private static int[] ranks(Ir ir) {
        long[] moment = new long[ir.points()];
        for (int p = 0; p < moment.length; p++) {
            moment[p] = moment(ir, p);
        }
        long[] sorted = moment.clone();
        Arrays.sort(sorted);
        int[] taken = new int[moment.length];
        int[] rank = new int[moment.length];
        for (int p = 0; p < moment.length; p++) {
            int first = firstOf(sorted, moment[p]);
            rank[p] = first + taken[first]++;
        }
        return rank;
    }

    private static int firstOf(long[] sorted, long moment) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
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
