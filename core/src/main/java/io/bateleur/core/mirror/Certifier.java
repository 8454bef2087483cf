package io.bateleur.core.mirror;

import io.bateleur.core.model.EdgeKind;
import java.util.Arrays;

/**
 * A graph of certain dependencies between transactions: of committed ones that must be equal to a serial order, where each is one
 * node; or of snapshots and commits, which are two nodes.
 */
final class Certifier {
    private static final int NODES_MAX = 1 << 20;

    /** Is given dependencies that lead back to where they began. */
    interface Cycle {
        void of(Edge[] edges);
    }

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
    private final Cycle cycle;
    /** By how many bits numbers of nodes are longer than those of transactions. */
    private final int shift;

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

    private Certifier(TransactionTable transactions, int shift, Cycle cycle) {
        this.transactions = transactions;
        this.shift = shift;
        this.cycle = cycle;
        order.removal = edge -> {
            if (sources[edge] >= 0) {
                transactions.release(sources[edge]);
            }
        };
    }

    static Certifier ofTransactions(TransactionTable transactions, Cycle cycle) {
        return new Certifier(transactions, 0, cycle);
    }

    /** Nodes are those of {@link #snapshot} and {@link #commit}. */
    static Certifier ofInstants(TransactionTable transactions, Cycle cycle) {
        return new Certifier(transactions, 1, cycle);
    }

    static int snapshot(int transaction) {
        return transaction << 1;
    }

    static int commit(int transaction) {
        return transaction << 1 | 1;
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

    boolean has(int node) {
        return order.has(node);
    }

    void add(int node) {
        order.add(node);
        transactions.keep(node >> shift);
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
            Edge[] found = new Edge[path.length + 1];
            for (int i = 0; i < path.length; i++) {
                found[i] = edge(path[i]);
            }
            found[path.length] = new Edge(from >> shift, to >> shift, kind, key, what, before, after, source);
            cycle.of(found);
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

    /** Is given an anti-dependency. */
    interface Anti {
        void edge(Edge edge);
    }

    void antiInto(int node, Anti anti) {
        for (int e = order.firstInto(node); e >= 0; e = order.nextInto(e)) {
            if (kinds[e] == EdgeKind.RW) {
                anti.edge(edge(e));
            }
        }
    }

    void antiOutOf(int node, Anti anti) {
        for (int e = order.firstOutOf(node); e >= 0; e = order.nextOutOf(e)) {
            if (kinds[e] == EdgeKind.RW) {
                anti.edge(edge(e));
            }
        }
    }

    private Edge edge(int e) {
        return new Edge(
                order.source[e] >> shift,
                order.target[e] >> shift,
                kinds[e],
                keys[e],
                seen[e],
                readBefore[e],
                readAfter[e],
                sources[e]);
    }

    /** Takes out what nothing can lead to any more: what had ended before all that is alive began. */
    void trim(long horizon) {
        for (int n = order.first(); n >= 0 && transactions.endAfter[n >> shift] < horizon; n = order.first()) {
            removeFirst();
        }
    }

    private void removeFirst() {
        transactions.release(order.removeFirst() >> shift);
    }

    void mark(ValueCodes codes) {
        for (int e = 0; e < kinds.length; e++) {
            codes.mark(seen[e]);
        }
    }
}
