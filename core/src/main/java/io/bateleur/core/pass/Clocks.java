package io.bateleur.core.pass;

import io.bateleur.core.ir.Chains;
import io.bateleur.core.ir.EdgeList;
import java.util.Arrays;

/**
 * Reachability along known edges while more of them become known.
 *
 * <p>Per point and chain, the place of the last point of that chain that reaches it. When a row grows, the point is marked with
 * the chains whose entries grew, so that only these are looked at and passed on. A chain's bit stands for several chains where
 * there are more than 64. Rows are passed on only along edges that did not follow from others when they became known: most reads
 * see what their session could have seen long before, and nine of ten of their edges are not needed.
 */
final class Clocks {
    static final long ALL = -1L;

    private final int width;
    private final int shift;
    /** By point, its chain and its place there, side by side. */
    private final int[] position;

    /**
     * By point times stride: the entries of the chains, the greatest number of a point that reaches it, and its own chain, which is
     * asked whenever the row is.
     */
    private final int[] rows;

    private final int stride;
    private final long[] changed;
    final EdgeList edges;
    /** Those of the edges that rows are passed on along. */
    final EdgeList needed;
    /** The point being worked on: a change at or before it calls for another sweep. */
    int current = -1;

    boolean behind;

    Clocks(Chains chains, EdgeList edges) {
        this.width = chains.count();
        this.stride = width + 2;
        this.edges = edges;
        int bits = 0;
        while (width - 1 >> bits >= 64) {
            bits++;
        }
        this.shift = bits;
        int points = chains.chain().length;
        position = new int[2 * points];
        rows = new int[Math.multiplyExact(points, stride)];
        Arrays.fill(rows, -1);
        for (int p = 0; p < points; p++) {
            int chain = chains.chain()[p];
            position[2 * p] = chain;
            position[2 * p + 1] = chains.place()[p];
            rows[p * stride + width] = p;
            rows[p * stride + width + 1] = chain;
        }
        changed = new long[points];
        needed = new EdgeList(points, 2 * points);
        close();
    }

    /** What reaches what along the first edges: from each point the latest of those before it first, so that most others follow. */
    private void close() {
        int points = changed.length;
        int[] start = new int[points + 1];
        for (int p = 0; p < points; p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                start[edges.to(e)]++;
            }
        }
        for (int p = 0; p < points; p++) {
            start[p + 1] += start[p];
        }
        int[] from = new int[start[points]];
        int[] edge = new int[start[points]];
        for (int p = 0; p < points; p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                int at = --start[edges.to(e)];
                from[at] = p;
                edge[at] = e;
            }
        }
        for (int p = 0; p < points; p++) {
            for (int i = start[p]; i < start[p + 1]; i++) {
                if (from[i] < p && !reachesSafely(from[i], p)) {
                    merge(from[i], p, ALL);
                    needed.add(from[i], p, edges.reason(edge[i]));
                }
            }
            if (position[2 * p] >= 0) {
                rows[p * stride + position[2 * p]] = position[2 * p + 1];
            }
        }
        Arrays.fill(changed, 0);
        // Numbers are topological at first, but not for what an earlier round has added.
        for (int p = 0; p < points; p++) {
            for (int i = start[p]; i < start[p + 1]; i++) {
                if (from[i] >= p) {
                    needed.add(from[i], p, edges.reason(edge[i]));
                    merge(from[i], p, ALL);
                }
            }
        }
    }

    boolean reaches(int from, int to) {
        return rows[to * stride + position[2 * from]] >= position[2 * from + 1];
    }

    /** Whether an edge from one point to another closes a cycle: the same as that the other reaches it, asked where rows are at hand. */
    boolean closes(int from, int to) {
        int chain = rows[to * stride + width + 1];
        return chain >= 0 && rows[from * stride + chain] >= rows[to * stride + chain];
    }

    /** The same for points that may be in no chain. */
    boolean reachesSafely(int from, int to) {
        return position[2 * from] >= 0 && reaches(from, to);
    }

    int shift() {
        return shift;
    }

    /** The place of the last point of a chain that reaches a point, or -1. */
    int last(int point, int ofChain) {
        return rows[point * stride + ofChain];
    }

    /** No point with a greater number reaches this one. */
    int greatest(int point) {
        return rows[point * stride + width];
    }

    long changes(int point) {
        return changed[point];
    }

    long takeChanges(int point) {
        long mask = changed[point];
        changed[point] = 0;
        return mask;
    }

    /** Adds an edge unless it follows from others; false when it closes a cycle. */
    boolean add(int from, int to, int reason) {
        if (reaches(from, to)) {
            return from != to;
        }
        edges.add(from, to, reason);
        if (reaches(to, from)) {
            return false;
        }
        needed.add(from, to, reason);
        merge(from, to, ALL);
        return true;
    }

    /** Passes a row on along an edge; only entries in the mask can have grown. */
    void merge(int from, int to, long mask) {
        int source = from * stride;
        int target = to * stride;
        if (rows[source + width] > rows[target + width]) {
            rows[target + width] = rows[source + width];
        }
        long grown = 0;
        if (mask == ALL || Long.bitCount(mask) * 3 > Math.min(width, 64)) {
            for (int i = 0; i < width; i++) {
                int place = rows[source + i];
                if (place > rows[target + i]) {
                    rows[target + i] = place;
                    grown |= 1L << (i >> shift);
                }
            }
        } else {
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                int bit = Long.numberOfTrailingZeros(rest);
                int end = Math.min(width, (bit + 1) << shift);
                for (int i = bit << shift; i < end; i++) {
                    int place = rows[source + i];
                    if (place > rows[target + i]) {
                        rows[target + i] = place;
                        grown |= 1L << bit;
                    }
                }
            }
        }
        if (grown != 0) {
            changed[to] |= grown;
            behind |= to <= current;
        }
    }
}
