package io.bateleur.core.replay;

import io.bateleur.core.model.Duties;
import io.bateleur.core.model.History;
import java.util.Arrays;

/**
 * The nodes of a dependency graph on chains, each node after its predecessor on the chain. What reaches a node is then, for
 * each chain, the chain's beginning up to some place.
 */
final class NodeChains {
    private static final int NONE = -1;

    private final int[] chain;
    private final int[] place;
    private int chains;

    private NodeChains(int nodes) {
        chain = new int[nodes];
        place = new int[nodes];
        Arrays.fill(chain, NONE);
    }

    /** Each session, where everyone counts session order, and the ticks of real time; else whatever is found. */
    static NodeChains of(DependencyGraph graph, Execution execution) {
        NodeChains cover = new NodeChains(graph.nodeCount());
        if (execution.duties().all(Duties::countsSessions)) {
            cover.sessions(graph, execution.asg().history());
        } else {
            cover.greedily(graph);
        }
        return cover;
    }

    private void sessions(DependencyGraph graph, History history) {
        chains = history.sessionCount() + 1;
        int[] length = new int[chains];
        for (int node = 0; node < chain.length; node++) {
            int t = graph.transaction(node);
            chain[node] = t < 0 ? chains - 1 : history.sessionOf(t);
            place[node] = length[chain[node]]++;
        }
    }

    /** Each node goes to the end of a chain whose last node it follows. */
    private void greedily(DependencyGraph graph) {
        int[] last = new int[chain.length];
        for (int node = 0; node < chain.length; node++) {
            for (int i = graph.firstPredecessor(node);
                    chain[node] == NONE && i < graph.firstPredecessor(node + 1);
                    i++) {
                int before = graph.predecessor(i);
                if (last[chain[before]] == before) {
                    chain[node] = chain[before];
                    place[node] = place[before] + 1;
                }
            }
            if (chain[node] == NONE) {
                chain[node] = chains++;
            }
            last[chain[node]] = node;
        }
    }

    int chainCount() {
        return chains;
    }

    int chain(int node) {
        return chain[node];
    }

    /** The place of a node on its chain, from 0. */
    int place(int node) {
        return place[node];
    }
}
