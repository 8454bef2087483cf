package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the graphs acyclic while edges come and go.
 */
final class AcyclicOrder {
    /*
     * The order
     * ---------
     * position[] is a topological order of all edges that are there [1]. An edge that agrees with it costs nothing. One that does not,
     * u -> v with v before u, is mended within the window between the two: what v reaches there moves behind what
     * reaches u, all within the places that these nodes had. If v reaches u there is a cycle, and nothing has moved yet.
     * Taking edges away leaves an order an order, so backtracking only unlinks edges, last in first out, and keeps the
     * order: it stays close to what the search has learnt to be good.
     *
     * Cycles
     * ------
     * A conflict is the shortest cycle through the new edge, counted in literals: a search in which permanent edges and those of
     * literals that hold at level zero cost nothing (0-1 breadth first). Short cycles make short clauses, and a shorter clause
     * refutes more.
     *
     * Propagation
     * -----------
     * When the window was searched anyway, an open edge from a node that v reaches to a node that reaches u would close a
     * cycle: its literal is false. Why is worked out only when conflict analysis asks: the path is searched again among
     * the edges that were there before the literal.
     *
     * [1] Pearce, Kelly: A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs (2006)
     */

    /** Windows with more nodes than this are not searched for literals to propagate; measured in docs/solver.md. */
    private static final int PROPAGATION_WINDOW = 1000;

    private final Assignment assignment;
    private int nodes;
    int[] position = {};
    private int[] nodeAt = {};

    /** All edges of the problem; those with a literal are linked below only while it is true. */
    private int[] from = {};

    private int[] to = {};
    /** The literal of an edge, or -1 when it is permanent. */
    private int[] literal = {};

    private int edges;

    /** Permanent edges of the first solve, by node; later ones are linked like the rest. */
    private int[] outStart = {};

    private int[] outTo = {};
    private int[] inStart = {};
    private int[] inFrom = {};
    private int settledNodes;

    /** Edges that are there beyond those: heads by node and links by edge. */
    private int[] outHead = {};

    private int[] outNext = {};
    private int[] inHead = {};
    private int[] inNext = {};
    /** Linked edges that hang on literals, in the order in which they came. */
    private final IntList linked = new IntList();

    /** The edges of each literal: heads by literal and links by edge. */
    private int[] literalHead = {};

    private int[] literalNext = {};
    /** Edges with a literal at each node, whether there or not. */
    private int[] nodeOutHead = {};

    private int[] nodeOutNext = {};
    private int[] nodeInHead = {};
    private int[] nodeInNext = {};

    private int[] forwardMark = {};
    private int[] backwardMark = {};
    private int mark;
    private final IntList forward = new IntList();
    private final IntList backward = new IntList();
    private long[] sorting = new long[64];
    private int[] slots = new int[64];
    private int[] distance = {};
    private int[] parentEdge = {};
    private int[] parentNode = {};

    long visited;
    long reorders;
    long cycles;

    /** Told of each node that was given another place. */
    interface Moves {
        void moved(int node);
    }

    private final Moves moves;

    AcyclicOrder(Assignment assignment, Moves moves) {
        this.assignment = assignment;
        this.moves = moves;
    }

    // ---- taking up the problem, always at level zero

    /** Takes up new nodes and edges; returns the edges of a cycle of permanent ones, or null. */
    int @Nullable [] take(Problem problem, int literals) {
        grow(problem, literals);
        int firstEdge = edges;
        int firstNode = nodes;
        nodes = problem.nodeCount();
        edges = problem.edgeCount();
        for (int node = firstNode; node < nodes; node++) {
            position[node] = node;
            nodeAt[node] = node;
        }
        for (int edge = firstEdge; edge < edges; edge++) {
            from[edge] = problem.edgeFrom(edge);
            to[edge] = problem.edgeTo(edge);
            int external = problem.edgeLiteral(edge);
            literal[edge] = external == 0 ? -1 : Assignment.literal(external);
            if (external != 0) {
                hang(edge);
            }
        }
        if (settledNodes == 0 && nodes > 0) {
            return settle();
        }
        for (int edge = firstEdge; edge < edges; edge++) {
            if (literal[edge] < 0 && !insert(edge)) {
                return cycleOf(edge);
            }
        }
        return null;
    }

    private void grow(Problem problem, int literals) {
        int n = problem.nodeCount();
        if (n > position.length) {
            int capacity = Math.max(n, 2 * position.length);
            position = Arrays.copyOf(position, capacity);
            nodeAt = Arrays.copyOf(nodeAt, capacity);
            outHead = filled(outHead, capacity);
            inHead = filled(inHead, capacity);
            nodeOutHead = filled(nodeOutHead, capacity);
            nodeInHead = filled(nodeInHead, capacity);
            forwardMark = Arrays.copyOf(forwardMark, capacity);
            backwardMark = Arrays.copyOf(backwardMark, capacity);
            distance = Arrays.copyOf(distance, capacity);
            parentEdge = Arrays.copyOf(parentEdge, capacity);
            parentNode = Arrays.copyOf(parentNode, capacity);
        }
        int m = problem.edgeCount();
        if (m > from.length) {
            int capacity = Math.max(m, from.length + (from.length >> 1));
            from = Arrays.copyOf(from, capacity);
            to = Arrays.copyOf(to, capacity);
            literal = Arrays.copyOf(literal, capacity);
            outNext = Arrays.copyOf(outNext, capacity);
            inNext = Arrays.copyOf(inNext, capacity);
            literalNext = Arrays.copyOf(literalNext, capacity);
            nodeOutNext = Arrays.copyOf(nodeOutNext, capacity);
            nodeInNext = Arrays.copyOf(nodeInNext, capacity);
        }
        if (literals > literalHead.length) {
            literalHead = filled(literalHead, Math.max(literals, 2 * literalHead.length));
        }
    }

    private static int[] filled(int[] heads, int capacity) {
        int[] grown = Arrays.copyOf(heads, capacity);
        Arrays.fill(grown, heads.length, capacity, -1);
        return grown;
    }

    private void hang(int edge) {
        literalNext[edge] = literalHead[literal[edge]];
        literalHead[literal[edge]] = edge;
        nodeOutNext[edge] = nodeOutHead[from[edge]];
        nodeOutHead[from[edge]] = edge;
        nodeInNext[edge] = nodeInHead[to[edge]];
        nodeInHead[to[edge]] = edge;
    }

    /** Packs the permanent edges and finds a first order: the nodes' own when the edges agree with it, else by height. */
    private int @Nullable [] settle() {
        settledNodes = nodes;
        outStart = new int[nodes + 1];
        inStart = new int[nodes + 1];
        boolean agrees = true;
        for (int edge = 0; edge < edges; edge++) {
            if (literal[edge] < 0) {
                outStart[from[edge] + 1]++;
                inStart[to[edge] + 1]++;
                agrees &= from[edge] < to[edge];
            }
        }
        for (int node = 0; node < nodes; node++) {
            outStart[node + 1] += outStart[node];
            inStart[node + 1] += inStart[node];
        }
        outTo = new int[outStart[nodes]];
        inFrom = new int[inStart[nodes]];
        int[] nextOut = outStart.clone();
        int[] nextIn = inStart.clone();
        for (int edge = 0; edge < edges; edge++) {
            if (literal[edge] < 0) {
                outTo[nextOut[from[edge]]++] = to[edge];
                inFrom[nextIn[to[edge]]++] = from[edge];
            }
        }
        return agrees ? null : orderByHeight();
    }

    /** Kahn's algorithm, in rounds: sources first, then what only they precede. */
    private int @Nullable [] orderByHeight() {
        int[] missing = new int[nodes];
        int done = 0;
        for (int node = 0; node < nodes; node++) {
            missing[node] = inStart[node + 1] - inStart[node];
            if (missing[node] == 0) {
                nodeAt[done++] = node;
            }
        }
        for (int i = 0; i < done; i++) {
            int node = nodeAt[i];
            position[node] = i;
            for (int e = outStart[node]; e < outStart[node + 1]; e++) {
                if (--missing[outTo[e]] == 0) {
                    nodeAt[done++] = outTo[e];
                }
            }
        }
        return done == nodes ? null : cycleAmong(missing);
    }

    /** Every node that is left has a predecessor that is left, so walking back must meet itself. */
    private int[] cycleAmong(int[] missing) {
        int node = 0;
        while (missing[node] == 0) {
            node++;
        }
        int[] seenAt = new int[nodes];
        IntList walk = new IntList();
        while (seenAt[node] == 0) {
            walk.add(node);
            seenAt[node] = walk.size;
            int e = inStart[node];
            while (missing[inFrom[e]] == 0) {
                e++;
            }
            node = inFrom[e];
        }
        int[] cycle = new int[walk.size - seenAt[node] + 1];
        for (int i = 0; i < cycle.length; i++) {
            cycle[i] = walk.data[walk.size - 1 - i];
        }
        return cycle;
    }

    // ---- edges come and go

    /** The first edge that hangs on a literal, or -1; the next ones by {@link #nextOf}. */
    int firstOf(int ofLiteral) {
        return ofLiteral < literalHead.length ? literalHead[ofLiteral] : -1;
    }

    int nextOf(int edge) {
        return literalNext[edge];
    }

    int fromOf(int edge) {
        return from[edge];
    }

    int toOf(int edge) {
        return to[edge];
    }

    int linkedCount() {
        return linked.size;
    }

    /** Adds an edge; false when it would close a cycle, and then nothing has changed. */
    boolean insert(int edge) {
        int u = from[edge];
        int v = to[edge];
        forward.clear();
        backward.clear();
        if (u == v || position[u] > position[v] && !mend(u, v)) {
            cycles++;
            return false;
        }
        outNext[edge] = outHead[u];
        outHead[u] = edge;
        inNext[edge] = inHead[v];
        inHead[v] = edge;
        if (literal[edge] >= 0) {
            linked.add(edge);
        }
        return true;
    }

    /** Takes away the edges that came last, until so many are left. */
    void undoTo(int count) {
        while (linked.size > count) {
            int edge = linked.data[--linked.size];
            outHead[from[edge]] = outNext[edge];
            inHead[to[edge]] = inNext[edge];
        }
    }

    /** Makes room for u -> v where v stands before u; false when v reaches u. */
    private boolean mend(int u, int v) {
        mark++;
        if (!searchForward(v, u)) {
            return false;
        }
        searchBackward(u, position[v]);
        visited += forward.size + backward.size;
        reorders++;
        reorder();
        return true;
    }

    private boolean searchForward(int start, int goal) {
        int last = position[goal];
        forward.add(start);
        forwardMark[start] = mark;
        for (int i = 0; i < forward.size; i++) {
            int node = forward.data[i];
            if (node < settledNodes) {
                for (int e = outStart[node]; e < outStart[node + 1]; e++) {
                    if (!stepForward(outTo[e], goal, last)) {
                        return false;
                    }
                }
            }
            for (int e = outHead[node]; e >= 0; e = outNext[e]) {
                if (!stepForward(to[e], goal, last)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean stepForward(int node, int goal, int last) {
        if (node == goal) {
            visited += forward.size;
            return false;
        }
        if (position[node] < last && forwardMark[node] != mark) {
            forwardMark[node] = mark;
            forward.add(node);
        }
        return true;
    }

    private void searchBackward(int start, int first) {
        backward.add(start);
        backwardMark[start] = mark;
        for (int i = 0; i < backward.size; i++) {
            int node = backward.data[i];
            if (node < settledNodes) {
                for (int e = inStart[node]; e < inStart[node + 1]; e++) {
                    stepBackward(inFrom[e], first);
                }
            }
            for (int e = inHead[node]; e >= 0; e = inNext[e]) {
                stepBackward(from[e], first);
            }
        }
    }

    private void stepBackward(int node, int first) {
        if (position[node] > first && backwardMark[node] != mark) {
            backwardMark[node] = mark;
            backward.add(node);
        }
    }

    /** What reaches u takes the first of all places of both sets, what v reaches the last, each in its old order. */
    private void reorder() {
        int total = forward.size + backward.size;
        if (total > slots.length) {
            slots = new int[total * 2];
            sorting = new long[total * 2];
        }
        for (int i = 0; i < backward.size; i++) {
            sorting[i] = (long) position[backward.data[i]] << 32 | backward.data[i];
        }
        for (int i = 0; i < forward.size; i++) {
            sorting[backward.size + i] = (long) position[forward.data[i]] << 32 | forward.data[i];
        }
        Arrays.sort(sorting, 0, backward.size);
        Arrays.sort(sorting, backward.size, total);
        for (int i = 0; i < total; i++) {
            slots[i] = (int) (sorting[i] >>> 32);
        }
        Arrays.sort(slots, 0, total);
        for (int i = 0; i < total; i++) {
            int node = (int) sorting[i];
            position[node] = slots[i];
            nodeAt[slots[i]] = node;
        }
        for (int i = 0; i < total; i++) {
            moves.moved((int) sorting[i]);
        }
    }

    // ---- why

    /**
     * Finds a path with as few literals as can be among the edges that were there when the trail was {@code before} long, and adds
     * the negations of its literals to {@code clause}; literals of level zero are left out.
     */
    void explain(int start, int goal, int before, IntList clause) {
        if (start == goal) {
            return;
        }
        if (!search(start, goal, before)) {
            throw new IllegalStateException("no path from " + start + " to " + goal + " to explain");
        }
        explained.set(start);
        for (int node = goal; node != start; node = parentNode[node]) {
            explained.set(node);
            int edge = parentEdge[node];
            if (edge >= 0 && literal[edge] >= 0 && assignment.levelOf(literal[edge]) > 0) {
                clause.add(literal[edge] ^ 1);
            }
        }
    }

    /** Notes the nodes of a path from one node to another among the {@link #explained}; false when there is none. */
    boolean note(int start, int goal) {
        if (start != goal && !search(start, goal, Integer.MAX_VALUE)) {
            return false;
        }
        for (int node = goal; node != start; node = parentNode[node]) {
            explained.set(node);
        }
        explained.set(start);
        return true;
    }

    /** Notes the ends of the edges of a variable among the {@link #explained}. */
    void noteEdges(int variable) {
        for (int ofLiteral = 2 * variable; ofLiteral <= 2 * variable + 1; ofLiteral++) {
            for (int edge = firstOf(ofLiteral); edge >= 0; edge = nextOf(edge)) {
                explained.set(from[edge]);
                explained.set(to[edge]);
            }
        }
    }

    /** The nodes of every path that has explained something so far. */
    final BitSet explained = new BitSet();

    /** The nodes of a cycle through an edge that cannot be added. */
    int[] cycleOf(int edge) {
        if (from[edge] == to[edge]) {
            return new int[] {from[edge]};
        }
        search(to[edge], from[edge], Integer.MAX_VALUE);
        IntList nodesBack = new IntList();
        for (int node = from[edge]; node != to[edge]; node = parentNode[node]) {
            nodesBack.add(node);
        }
        nodesBack.add(to[edge]);
        int[] cycle = new int[nodesBack.size];
        for (int i = 0; i < cycle.length; i++) {
            cycle[i] = nodesBack.data[cycle.length - 1 - i];
            explained.set(cycle[i]);
        }
        return cycle;
    }

    private final IntList layer = new IntList();
    private final IntList nextLayer = new IntList();

    /** Breadth first, one layer per literal; within a layer along edges that cost nothing. */
    private boolean search(int start, int goal, int before) {
        mark++;
        layer.clear();
        nextLayer.clear();
        layer.add(start);
        forwardMark[start] = mark;
        distance[start] = 0;
        for (int depth = 0; layer.size > 0; depth++) {
            while (layer.size > 0) {
                int node = layer.data[--layer.size];
                if (backwardMark[node] == mark) {
                    continue;
                }
                backwardMark[node] = mark;
                if (node == goal) {
                    return true;
                }
                expand(node, depth, goal, before);
            }
            for (int i = 0; i < nextLayer.size; i++) {
                layer.add(nextLayer.data[i]);
            }
            nextLayer.clear();
        }
        return false;
    }

    private void expand(int node, int depth, int goal, int before) {
        int last = position[goal];
        visited++;
        if (node < settledNodes) {
            for (int e = outStart[node]; e < outStart[node + 1]; e++) {
                reach(outTo[e], node, -1, depth, last, layer);
            }
        }
        for (int e = outHead[node]; e >= 0; e = outNext[e]) {
            int on = literal[e];
            boolean free = on < 0 || assignment.levelOf(on) == 0;
            if (free || assignment.position[on >> 1] < before) {
                reach(to[e], node, e, free ? depth : depth + 1, last, free ? layer : nextLayer);
            }
        }
    }

    private void reach(int node, int by, int edge, int at, int last, IntList list) {
        if (position[node] > last || forwardMark[node] == mark && distance[node] <= at) {
            return;
        }
        forwardMark[node] = mark;
        distance[node] = at;
        parentNode[node] = by;
        parentEdge[node] = edge;
        list.add(node);
    }

    /** Literals that the edge inserted last makes false, each followed by the edge that says why; none when it moved nothing. */
    void implied(IntList found) {
        if (forward.size == 0 || forward.size + backward.size > PROPAGATION_WINDOW) {
            return;
        }
        for (int i = 0; i < forward.size; i++) {
            int node = forward.data[i];
            for (int e = nodeOutHead[node]; e >= 0; e = nodeOutNext[e]) {
                if (backwardMark[to[e]] == mark && assignment.isOpen(literal[e])) {
                    found.add(literal[e] ^ 1);
                    found.add(e);
                }
            }
        }
    }

    // ---- what the order says

    /** Whether all edges of a literal agree with the order. */
    boolean agrees(int ofLiteral) {
        for (int e = firstOf(ofLiteral); e >= 0; e = literalNext[e]) {
            if (position[from[e]] >= position[to[e]]) {
                return false;
            }
        }
        return true;
    }

    /** How far the order would have to give way to a literal: the longest of its edges that go back. */
    int displacement(int ofLiteral) {
        int most = 0;
        for (int e = firstOf(ofLiteral); e >= 0; e = literalNext[e]) {
            most = Math.max(most, position[from[e]] - position[to[e]] + (from[e] == to[e] ? nodes : 0));
        }
        return most;
    }

    /** Calls for every literal with an edge at a node. */
    void literalsAt(int node, java.util.function.IntConsumer action) {
        for (int e = nodeOutHead[node]; e >= 0; e = nodeOutNext[e]) {
            action.accept(literal[e]);
        }
        for (int e = nodeInHead[node]; e >= 0; e = nodeInNext[e]) {
            action.accept(literal[e]);
        }
    }

    int[] order() {
        return Arrays.copyOf(nodeAt, nodes);
    }
}
