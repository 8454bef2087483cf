package io.bateleur.core.prove;

import io.bateleur.core.model.EdgeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step as the search holds it: in numbers, with what it rests on.
 *
 * @param from a transaction
 * @param to another one
 * @param read the read that makes a read dependency or an anti-dependency, else -1
 * @param fact the order of versions that a write dependency or an anti-dependency rests on
 * @param cost what it takes to follow
 */
record ArgumentEdge(
        int from, int to, EdgeKind kind, int read, @Nullable Fact fact, long cost) {
    /** Above this nobody would read it, whatever the difference. */
    private static final long COST_MAX = 1L << 50;

    static ArgumentEdge of(int from, int to, EdgeKind kind) {
        return new ArgumentEdge(from, to, kind, -1, null, base(kind));
    }

    static ArgumentEdge read(int from, int to, EdgeKind kind, int read) {
        return new ArgumentEdge(from, to, kind, read, null, base(kind));
    }

    static ArgumentEdge ww(int from, int to, Fact fact) {
        // A version order that had to be inferred is better shown by what its readers saw.
        long inferred = fact.isForced() ? 300 : 0;
        return new ArgumentEdge(
                from, to, EdgeKind.WW, -1, fact, Math.min(COST_MAX, base(EdgeKind.WW) + inferred + fact.cost()));
    }

    static ArgumentEdge anti(int from, int to, EdgeKind kind, int read, Fact fact) {
        return new ArgumentEdge(from, to, kind, read, fact, Math.min(COST_MAX, base(kind) + fact.cost()));
    }

    static long cost(List<ArgumentEdge> links) {
        return Math.min(COST_MAX, links.stream().mapToLong(ArgumentEdge::cost).sum());
    }

    /** Shorter first; among equals the data itself before orders around it, dependencies before anti-dependencies. */
    private static long base(EdgeKind kind) {
        return switch (kind) {
            case WR, WW -> 100;
            case PWR -> 101;
            case RW -> 102;
            case PRW -> 103;
            case SO -> 104;
            case RT -> 105;
        };
    }
}
