package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import java.util.Arrays;

/** Builds a cover of points by chains. */
final class ChainCover {
    private final int[] chain;
    private final int[] place;
    private int count;
    private int length;

    ChainCover(int points) {
        chain = new int[points];
        place = new int[points];
        Arrays.fill(chain, -1);
    }

    /** Puts a point at the end of the newest chain, or into a new one. */
    void append(int point, boolean fresh) {
        if (fresh) {
            count++;
            length = 0;
        }
        chain[point] = count - 1;
        place[point] = length++;
    }

    /**
     * Greedily: each transaction, in topological order, is appended to the chain of a transaction that it read from when that
     * one is the last of its chain.
     */
    void along(EdgeList edges, int[] start, int[] commit, Asg asg) {
        int points = chain.length;
        int[] transactionOfStart = new int[points];
        Arrays.fill(transactionOfStart, -1);
        for (int t = 0; t < start.length; t++) {
            if (start[t] >= 0 && asg.fate(t) == Asg.Fate.HAPPENED) {
                transactionOfStart[start[t]] = t;
            }
        }
        int[] size = new int[points];
        // Going forward, each commit hands its chain to the earliest start that it has an edge to and that has none
        // yet.
        for (int p = 0; p < points; p++) {
            int t = transactionOfStart[p];
            if (t < 0) {
                continue;
            }
            if (chain[p] < 0) {
                chain[p] = count++;
                place[p] = 0;
                size[chain[p]] = 1;
            }
            int c = commit[t];
            if (c != p) {
                chain[c] = chain[p];
                place[c] = size[chain[p]]++;
            }
            int heir = -1;
            for (int e = edges.first(c); e >= 0; e = edges.next(e)) {
                int to = edges.to(e);
                if (transactionOfStart[to] >= 0 && chain[to] < 0 && (heir < 0 || to < heir)) {
                    heir = to;
                }
            }
            if (heir >= 0) {
                chain[heir] = chain[c];
                place[heir] = size[chain[c]]++;
            }
        }
    }

    /** Points in no chain belong to transactions that may not have happened: nothing certain reaches or leaves them. */
    Chains finish() {
        return new Chains(count, chain, place);
    }
}
