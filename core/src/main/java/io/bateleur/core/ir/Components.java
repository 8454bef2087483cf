package io.bateleur.core.ir;

import java.util.Arrays;

/** Strongly connected components: where cycles are. Tarjan's algorithm, without recursion. */
final class Components {
    private final EdgeList edges;
    private final boolean[] avoided;
    /** By point: when it was met, from 1; 0 for not yet. */
    private final int[] met;

    private final int[] lowest;
    /** By point on the path: the next edge to follow. */
    private final int[] nextEdge;

    private final int[] path;
    private final int[] open;
    private final boolean[] isOpen;
    private int pathSize;
    private int openSize;
    private int time;
    private int[] smallest = {};

    private Components(EdgeList edges, boolean[] avoided) {
        this.edges = edges;
        this.avoided = avoided;
        int points = edges.points();
        this.met = new int[points];
        this.lowest = new int[points];
        this.nextEdge = new int[points];
        this.path = new int[points];
        this.open = new int[points];
        this.isOpen = new boolean[points];
    }

    /** The points of the smallest component that holds a cycle, or nothing. */
    static int[] smallestWithCycle(EdgeList edges, boolean[] avoided) {
        Components search = new Components(edges, avoided);
        for (int p = 0; p < edges.points(); p++) {
            if (!avoided[p] && search.met[p] == 0) {
                search.from(p);
            }
        }
        return search.smallest;
    }

    private void from(int origin) {
        enter(origin);
        while (pathSize > 0) {
            int p = path[pathSize - 1];
            int e = nextEdge[p];
            if (e < 0) {
                leave(p);
                continue;
            }
            nextEdge[p] = edges.next(e);
            int to = edges.to(e);
            if (avoided[to]) {
                continue;
            }
            if (met[to] == 0) {
                enter(to);
            } else if (isOpen[to]) {
                lowest[p] = Math.min(lowest[p], met[to]);
            }
        }
    }

    private void enter(int p) {
        met[p] = ++time;
        lowest[p] = time;
        nextEdge[p] = edges.first(p);
        path[pathSize++] = p;
        open[openSize++] = p;
        isOpen[p] = true;
    }

    private void leave(int p) {
        pathSize--;
        if (pathSize > 0) {
            int before = path[pathSize - 1];
            lowest[before] = Math.min(lowest[before], lowest[p]);
        }
        if (lowest[p] != met[p]) {
            return;
        }
        int end = openSize;
        do {
            isOpen[open[--openSize]] = false;
        } while (open[openSize] != p);
        int size = end - openSize;
        boolean holdsCycle = size > 1 || edges.find(p, p) >= 0;
        if (holdsCycle && (smallest.length == 0 || size < smallest.length)) {
            smallest = Arrays.copyOfRange(open, openSize, end);
        }
    }
}
