package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything behind a contradiction: the transactions of the cycle, and for each derived edge on it those that its derivation
 * needs, and so on.
 */
final class Cone {
    /** Beyond so many the rest is left out; the part is then checked by itself, and found too small if it is. */
    private static final int TRANSACTIONS_MAX = 4000;

    private final Ir ir;
    private final Asg asg;
    private final Clocks clocks;
    private final EdgeList edges;
    private final Set<Integer> found = new LinkedHashSet<>();
    private final Set<Integer> unfolded = new HashSet<>();

    Cone(Ir ir, Clocks clocks) {
        this.ir = ir;
        this.asg = ir.asg();
        this.clocks = clocks;
        this.edges = clocks.edges;
    }

    private record Edge(int number, int from, int to) {}

    /** The transactions behind the cycle that the newest edge, which goes out from or into a point, closes. */
    int[] transactions(int newest, int point) {
        int to = edges.to(newest);
        int from = originOf(newest, point);
        ArrayDeque<Edge> work = new ArrayDeque<>();
        work.add(new Edge(newest, from, to));
        follow(to, from, newest, work);
        while (!work.isEmpty() && found.size() < TRANSACTIONS_MAX) {
            unfold(work.remove(), work);
        }
        return found.stream().mapToInt(t -> t).toArray();
    }

    private int originOf(int edge, int guess) {
        for (int p = guess, i = 0; i < edges.points(); i++, p = p + 1 == edges.points() ? 0 : p + 1) {
            if (edges.first(p) == edge) {
                return p;
            }
        }
        throw new IllegalStateException("edge " + edge + " is not the newest of any point");
    }

    private void note(int point) {
        if (ir.transactionAt(point) >= 0) {
            found.add(ir.transactionAt(point));
        }
    }

    private void unfold(Edge edge, ArrayDeque<Edge> work) {
        note(edge.from);
        note(edge.to);
        if (!unfolded.add(edge.number)) {
            return;
        }
        int packed = edges.reason(edge.number);
        int read = Reason.read(packed);
        switch (Reason.of(packed)) {
            case MUST_PRECEDE_SOURCE -> {
                int reader = asg.readTransaction(read);
                found.add(reader);
                source(read);
                follow(edge.from, ir.start(reader), edge.number, work);
            }
            case OVERWRITES_SOURCE -> {
                source(read);
                int source = ir.source(read);
                if (source >= 0) {
                    int writer = asg.writeTransaction(source);
                    int overwriter = ir.transactionAt(edge.to);
                    if (!follow(ir.commit(writer), ir.behind(overwriter), edge.number, work)) {
                        follow(ir.behind(writer), edge.to, edge.number, work);
                    }
                }
            }
            case NO_OVERLAP -> {
                int first = ir.transactionAt(edge.from);
                int second = ir.transactionAt(edge.to);
                follow(ir.behind(first), ir.commit(second), edge.number, work);
            }
            case KNOWN_VERSIONS -> knownBy(read);
            case VISIBLE, READS_FROM, WITHIN, SESSION, REAL_TIME, EXTENSION -> {}
        }
    }

    private void source(int read) {
        if (ir.source(read) >= 0) {
            found.add(asg.writeTransaction(ir.source(read)));
        }
    }

    private void knownBy(int known) {
        readersOfBoth(asg, known, found);
    }

    /** The order of two versions of a list is known from those who read it: all of them, and all whose elements they saw. */
    static void readersOfBoth(Asg asg, int known, Set<Integer> found) {
        int key = asg.writeKey(asg.knownBefore(known));
        for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1) && found.size() < TRANSACTIONS_MAX; i++) {
            found.add(asg.writeTransaction(asg.writeOfKey(i)));
        }
        for (int r = 0; r < asg.readCount() && found.size() < TRANSACTIONS_MAX; r++) {
            if (asg.readKey(r) == key) {
                found.add(asg.readTransaction(r));
            }
        }
    }

    /** Puts the edges of a path that was there before an edge to the work; false when there is none. */
    private boolean follow(int from, int to, int before, ArrayDeque<Edge> work) {
        return from == to || stride(from, to, before, work) || search(from, to, before, work);
    }

    /**
     * Goes as far as it can with each step, along edges that the history itself shows while there are any: these need no further
     * reasons. Finds nearly every path, at the cost of its length.
     */
    private boolean stride(int from, int to, int before, ArrayDeque<Edge> work) {
        List<Edge> path = new ArrayList<>();
        int p = from;
        while (p != to && path.size() < TRANSACTIONS_MAX) {
            int best = -1;
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                int target = edges.to(e);
                boolean leadsThere = target == to || target > p && clocks.reachesSafely(target, to);
                if (e < before && leadsThere && (best < 0 || isBetter(e, best, to))) {
                    best = e;
                }
            }
            if (best < 0) {
                return false;
            }
            path.add(new Edge(best, p, edges.to(best)));
            p = edges.to(best);
        }
        work.addAll(path);
        return p == to;
    }

    private boolean isBetter(int edge, int other, int to) {
        boolean shown = isShown(edge);
        if (shown != isShown(other)) {
            return shown;
        }
        return edges.to(other) != to && (edges.to(edge) == to || edges.to(edge) > edges.to(other));
    }

    private boolean isShown(int edge) {
        return switch (Reason.of(edges.reason(edge))) {
            case READS_FROM, WITHIN, SESSION, REAL_TIME -> true;
            default -> false;
        };
    }

    private boolean search(int from, int to, int before, ArrayDeque<Edge> work) {
        Map<Integer, Edge> arrivedBy = new HashMap<>();
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(from);
        while (!queue.isEmpty()) {
            int p = queue.remove();
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                int target = edges.to(e);
                if (e >= before || target == from || arrivedBy.containsKey(target)) {
                    continue;
                }
                boolean leadsThere = target == to || clocks.reachesSafely(target, to);
                if (!leadsThere) {
                    continue;
                }
                arrivedBy.put(target, new Edge(e, p, target));
                if (target == to) {
                    for (int q = to; q != from; ) {
                        Edge step = arrivedBy.get(q);
                        if (step == null) {
                            throw new IllegalStateException("a path without its beginning");
                        }
                        work.add(step);
                        q = step.from;
                    }
                    return true;
                }
                queue.add(target);
            }
        }
        return false;
    }
}
