package io.bateleur.core.prove;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Links between points, which paths lead where, and which is the easiest to follow. */
final class Graph {
    private final List<List<Arc>> outgoing = new ArrayList<>();
    private BitSet[] reach = {};

    /** A link between two points, or none from a start to its own commit. */
    private record Arc(int from, int to, @Nullable ArgumentEdge link) {
        long cost() {
            return link == null ? 0 : link.cost();
        }
    }

    private record Reached(int point, long cost) {}

    Graph(int points) {
        for (int p = 0; p < points; p++) {
            outgoing.add(new ArrayList<>());
        }
    }

    void add(int from, int to, ArgumentEdge link) {
        outgoing.get(from).add(new Arc(from, to, link));
    }

    /** From a start to its own commit. */
    void addInside(int from, int to) {
        outgoing.get(from).add(new Arc(from, to, null));
    }

    /** Works out which points reach which by one arc or more; to be called after additions. */
    void close() {
        int n = outgoing.size();
        BitSet[] rows = new BitSet[n];
        for (int p = 0; p < n; p++) {
            BitSet row = new BitSet(n);
            outgoing.get(p).forEach(arc -> row.set(arc.to));
            rows[p] = row;
        }
        for (int middle = 0; middle < n; middle++) {
            for (int p = 0; p < n; p++) {
                if (rows[p].get(middle)) {
                    rows[p].or(rows[middle]);
                }
            }
        }
        reach = rows;
    }

    /** Whether one point comes before another, or is it. */
    boolean reaches(int from, int to) {
        return from == to || reach[from].get(to);
    }

    boolean hasCycle() {
        for (int p = 0; p < reach.length; p++) {
            if (reach[p].get(p)) {
                return true;
            }
        }
        return false;
    }

    /** The path that is easiest to follow; empty, not missing, from a point to itself. */
    Optional<List<ArgumentEdge>> path(int from, int to, Predicate<ArgumentEdge> allowed) {
        if (from == to) {
            return Optional.of(List.of());
        }
        return reaches(from, to) ? search(from, to, allowed) : Optional.empty();
    }

    /** The cycle that is easiest to follow. */
    Optional<List<ArgumentEdge>> cycle() {
        List<ArgumentEdge> best = null;
        for (int p = 0; p < reach.length; p++) {
            if (!reach[p].get(p)) {
                continue;
            }
            Optional<List<ArgumentEdge>> found = search(p, p, link -> true);
            if (found.isPresent() && (best == null || ArgumentEdge.cost(found.get()) < ArgumentEdge.cost(best))) {
                best = found.get();
            }
        }
        return Optional.ofNullable(best);
    }

    /** Dijkstra, by at least one arc; among equal costs the points that were added first. */
    private Optional<List<ArgumentEdge>> search(int from, int to, Predicate<ArgumentEdge> allowed) {
        int n = outgoing.size();
        long[] cost = new long[n];
        Arrays.fill(cost, Long.MAX_VALUE);
        @Nullable Arc[] into = new @Nullable Arc[n];
        PriorityQueue<Reached> queue = new PriorityQueue<>(
                (a, b) -> a.cost != b.cost ? Long.compare(a.cost, b.cost) : Integer.compare(a.point, b.point));
        relax(from, 0, cost, into, queue, allowed);
        while (!queue.isEmpty()) {
            Reached next = queue.poll();
            if (next.point == to) {
                return Optional.of(links(from, to, into));
            }
            if (next.cost == cost[next.point]) {
                relax(next.point, next.cost, cost, into, queue, allowed);
            }
        }
        return Optional.empty();
    }

    private void relax(
            int point,
            long cost,
            long[] costs,
            @Nullable Arc[] into,
            PriorityQueue<Reached> queue,
            Predicate<ArgumentEdge> allowed) {
        for (Arc arc : outgoing.get(point)) {
            boolean mayUse = arc.link == null || allowed.test(arc.link);
            if (mayUse && cost + arc.cost() < costs[arc.to]) {
                costs[arc.to] = cost + arc.cost();
                into[arc.to] = arc;
                queue.add(new Reached(arc.to, costs[arc.to]));
            }
        }
    }

    private static List<ArgumentEdge> links(int from, int to, @Nullable Arc[] into) {
        Deque<ArgumentEdge> links = new ArrayDeque<>();
        int point = to;
        do {
            Arc arc = into[point];
            if (arc == null) {
                throw new IllegalStateException("no arc leads to point " + point);
            }
            if (arc.link != null) {
                links.addFirst(arc.link);
            }
            point = arc.from;
        } while (point != from);
        return List.copyOf(links);
    }
}
