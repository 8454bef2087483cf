package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ints.IntList;
import java.util.Arrays;

/**
 * Looks for the later versions of a stale read among the ancestors of its reader, backwards from the reader and no further than
 * the oldest of those versions. Most stale reads are not very stale, or their reader has few ancestors, and are settled after a
 * few steps; for the others it gives up.
 */
final class AncestorSearch {
    private static final int NONE = -1;

    private final Execution execution;
    private final Asg asg;
    private final StaleReads stale;
    private final DependencyGraph graph;
    /** By node, the last search that met it, and the last one that looks for it. */
    private final int[] metBy;

    private final int[] wantedBy;
    private final IntList work = new IntList();
    private int search;
    private int found;

    AncestorSearch(Execution execution, StaleReads stale, DependencyGraph graph) {
        this.execution = execution;
        this.asg = execution.asg();
        this.stale = stale;
        this.graph = graph;
        this.metBy = new int[graph.nodeCount()];
        this.wantedBy = new int[graph.nodeCount()];
        Arrays.fill(metBy, NONE);
        Arrays.fill(wantedBy, NONE);
    }

    /** Whether at most so many edges were enough to know; {@link #found} then tells the answer. */
    boolean settles(int i, long edges) {
        search++;
        found = NONE;
        int oldest = graph.nodeCount();
        for (int place = stale.from(i); place < stale.to(i); place++) {
            int node = graph.node(asg.writeTransaction(execution.versions().at(place)));
            wantedBy[node] = search;
            oldest = Math.min(oldest, node);
        }
        long left = edges;
        work.clear();
        work.add(graph.node(stale.reader(i)));
        while (work.size > 0 && found == NONE) {
            int node = work.removeLast();
            int from = graph.firstPredecessor(node);
            int to = graph.firstPredecessor(node + 1);
            left -= to - from;
            if (left < 0) {
                return false;
            }
            for (int p = from; p < to; p++) {
                meet(graph.predecessor(p), oldest);
            }
        }
        return true;
    }

    private void meet(int node, int oldest) {
        if (node < oldest || metBy[node] == search) {
            return;
        }
        metBy[node] = search;
        if (wantedBy[node] == search) {
            found = node;
        }
        work.add(node);
    }

    /** The transaction among the ancestors whose version was missed, or -1. */
    int found() {
        return found == NONE ? NONE : graph.transaction(found);
    }
}
