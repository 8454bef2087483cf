package io.bateleur.core.mirror;

import io.bateleur.core.model.EdgeKind;
import java.util.Arrays;

/** The graph of certain dependencies between committed transactions that must be equal to a serial order. */
final class Certifier {
    private static final int NODES_MAX = 1 << 20;

    /**
     * A dependency.
     *
     * @param key of the read and of the writes
     * @param seen what the read saw, for all but write dependencies
     * @param readBefore when it read
     * @param source who wrote what it saw
     */
    record Edge(int from, int to, EdgeKind kind, int key, long seen, long readBefore, long readAfter, int source) {}

    private final TransactionTable transactions;
    private final Suspicions suspicions;
    private final CertainOrder order = new CertainOrder();

    // The evidence of each edge, by its number.
    private EdgeKind[] kinds = new EdgeKind[1 << 8];
    private int[] keys = new int[1 << 8];
    private long[] seen = new long[1 << 8];
    private long[] readBefore = new long[1 << 8];
    private long[] readAfter = new long[1 << 8];
    private int[] sources = new int[1 << 8];

    private long added;
    private long forgotten;

    Certifier(TransactionTable transactions, Suspicions suspicions) {
        this.transactions = transactions;
        this.suspicions = suspicions;
        order.removal = edge -> {
            if (sources[edge] >= 0) {
                transactions.release(sources[edge]);
            }
        };
    }

    int nodeCount() {
        return order.nodeCount();
    }

    int edgeCount() {
        return order.edgeCount();
    }

    long edgesAdded() {
        return added;
    }

    /** How many transactions were taken out although something may still depend on them: what follows from them is not found. */
    long forgotten() {
        return forgotten;
    }

    boolean has(int transaction) {
        return order.has(transaction);
    }

    void add(int transaction) {
        order.add(transaction);
        transactions.keep(transaction);
        if (order.nodeCount() > NODES_MAX) {
            forgotten++;
            removeFirst();
        }
    }

    void connect(int from, int to, EdgeKind kind, int key, long what, long before, long after, int source) {
        if (from == to || !order.has(from) || !order.has(to) || order.hasRecent(from, to)) {
            return;
        }
        added++;
        int edge = order.connect(from, to);
        if (edge < 0) {
            int[] path = order.cycle();
            Edge[] cycle = new Edge[path.length + 1];
            for (int i = 0; i < path.length; i++) {
                cycle[i] = edge(path[i]);
            }
            cycle[path.length] = new Edge(from, to, kind, key, what, before, after, source);
            suspicions.cycle(cycle);
            return;
        }
        if (edge >= kinds.length) {
            int room = Math.max(order.edgeRoom(), edge + 1);
            kinds = Arrays.copyOf(kinds, room);
            keys = Arrays.copyOf(keys, room);
            seen = Arrays.copyOf(seen, room);
            readBefore = Arrays.copyOf(readBefore, room);
            readAfter = Arrays.copyOf(readAfter, room);
            sources = Arrays.copyOf(sources, room);
        }
        kinds[edge] = kind;
        keys[edge] = key;
        seen[edge] = what;
        readBefore[edge] = before;
        readAfter[edge] = after;
        sources[edge] = source;
        if (source >= 0) {
            transactions.keep(source);
        }
    }

    private Edge edge(int e) {
        return new Edge(
                order.source[e], order.target[e], kinds[e], keys[e], seen[e], readBefore[e], readAfter[e], sources[e]);
    }

    /** Takes out what nothing can lead to any more: what had ended before all that is alive began. */
    void trim(long horizon) {
        for (int t = order.first(); t >= 0 && transactions.endAfter[t] < horizon; t = order.first()) {
            removeFirst();
        }
    }

    private void removeFirst() {
        transactions.release(order.removeFirst());
    }

    void mark(ValueCodes codes) {
        for (int e = 0; e < kinds.length; e++) {
            codes.mark(seen[e]);
        }
    }
}
