package io.bateleur.bench.solvers;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.WriteIndex;
import io.bateleur.core.solve.Problem;
import java.util.Arrays;

/**
 * What is left to decide of the serializability of a history when everything that follows has been followed: session order and
 * reads-from are known, saturation adds the edges that these force, and each pair of writers of a key that is still open is a
 * choice between two sets of edges.
 *
 * <pre>
 *   r reads x from w, v another writer of x:   v reaches r  =>  v -> w        w reaches v  =>  r -> v
 *   open pair a, b:                            {a -> b, readers of a -> b}  or  {b -> a, readers of b -> a}
 * </pre>
 *
 * Only committed transactions, gets and puts of unique values. Reachability is a clock of one position per session and transaction.
 */
final class Orders {
    private final int transactions;
    private final int sessions;
    private int[] session;
    private int[] position;
    /** Reads as pairs of a writer (or -1) and a key, writes as keys, by transaction. */
    private final int[] readStart;

    private final int[] readWriter;
    private final int[] readKey;
    private final int[] writeStart;
    private final int[] writeKey;
    private int[][] sessionTransactions;

    /** Writers of each key by session: for each key, blocks of one session each, in session order. */
    private int[] keyStart = {};

    private int[] keyWriter = {};
    /** Readers of the version that a transaction wrote to a key, in the order of its writes. */
    private int[] readerStart = {};

    private int[] reader = {};
    private int[] initialReaderStart = {};
    private int[] initialReader = {};

    private int[] edgeFrom = new int[1024];
    private int[] edgeTo = new int[1024];
    private int edges;
    private int[] order = {};
    private int[] clock = {};

    private Orders(History history) {
        int[] number = new int[history.transactionCount()];
        int count = 0;
        for (int t = 0; t < number.length; t++) {
            number[t] = history.isCommitted(t) ? count++ : -1;
        }
        transactions = count;
        sessions = history.sessionCount();
        session = new int[count];
        position = new int[count];
        sessionTransactions = new int[sessions][];
        for (int s = 0; s < sessions; s++) {
            int[] list = new int[history.sessionSize(s)];
            int size = 0;
            for (int i = 0; i < list.length; i++) {
                int t = number[history.transactionOfSession(s, i)];
                if (t >= 0) {
                    session[t] = s;
                    position[t] = size;
                    list[size++] = t;
                }
            }
            sessionTransactions[s] = Arrays.copyOf(list, size);
        }
        WriteIndex writes = new WriteIndex(history);
        int[] transactionOf = new int[history.operationCount()];
        for (int t = 0; t < number.length; t++) {
            Arrays.fill(transactionOf, history.firstOperation(t), history.firstOperation(t + 1), number[t]);
        }
        readStart = new int[count + 1];
        writeStart = new int[count + 1];
        readWriter = new int[history.operationCount()];
        readKey = new int[history.operationCount()];
        writeKey = new int[history.operationCount()];
        operations(history, number, writes, transactionOf);
        keys(history.keyCount());
        readers(history.keyCount());
    }

    /** Splits each transaction into reads of others and last writes of keys. */
    private void operations(History history, int[] number, WriteIndex writes, int[] transactionOf) {
        int reads = 0;
        int puts = 0;
        int[] written = new int[history.keyCount()];
        Arrays.fill(written, -1);
        for (int t = 0; t < number.length; t++) {
            if (number[t] < 0) {
                continue;
            }
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                int key = history.key(o);
                if (history.kind(o) == OpKind.PUT) {
                    if (written[key] != t) {
                        written[key] = t;
                        writeKey[puts++] = key;
                    }
                } else if (history.kind(o) == OpKind.GET && written[key] != t) {
                    int write = history.isDead(o) ? -1 : writes.first(key, history.value(o));
                    readWriter[reads] = write < 0 ? -1 : transactionOf[write];
                    readKey[reads++] = key;
                }
            }
            readStart[number[t] + 1] = reads;
            writeStart[number[t] + 1] = puts;
        }
    }

    private void keys(int keyCount) {
        keyStart = new int[keyCount + 1];
        for (int i = 0; i < writeStart[transactions]; i++) {
            keyStart[writeKey[i] + 1]++;
        }
        for (int k = 0; k < keyCount; k++) {
            keyStart[k + 1] += keyStart[k];
        }
        keyWriter = new int[keyStart[keyCount]];
        int[] next = keyStart.clone();
        for (int[] list : sessionTransactions) {
            for (int t : list) {
                for (int i = writeStart[t]; i < writeStart[t + 1]; i++) {
                    keyWriter[next[writeKey[i]]++] = t;
                }
            }
        }
    }

    private int writeOf(int transaction, int key) {
        for (int i = writeStart[transaction]; i < writeStart[transaction + 1]; i++) {
            if (writeKey[i] == key) {
                return i;
            }
        }
        throw new IllegalStateException("transaction " + transaction + " did not write key " + key);
    }

    private void readers(int keyCount) {
        int writes = writeStart[transactions];
        readerStart = new int[writes + 1];
        initialReaderStart = new int[keyCount + 1];
        int[] version = new int[readStart[transactions]];
        for (int t = 0; t < transactions; t++) {
            for (int i = readStart[t]; i < readStart[t + 1]; i++) {
                version[i] = readWriter[i] < 0 ? -1 : writeOf(readWriter[i], readKey[i]);
                if (version[i] >= 0) {
                    readerStart[version[i] + 1]++;
                } else {
                    initialReaderStart[readKey[i] + 1]++;
                }
            }
        }
        for (int i = 0; i < writes; i++) {
            readerStart[i + 1] += readerStart[i];
        }
        for (int k = 0; k < keyCount; k++) {
            initialReaderStart[k + 1] += initialReaderStart[k];
        }
        reader = new int[readerStart[writes]];
        initialReader = new int[initialReaderStart[keyCount]];
        int[] next = readerStart.clone();
        int[] nextInitial = initialReaderStart.clone();
        for (int t = 0; t < transactions; t++) {
            for (int i = readStart[t]; i < readStart[t + 1]; i++) {
                if (version[i] >= 0) {
                    reader[next[version[i]]++] = t;
                } else {
                    initialReader[nextInitial[readKey[i]]++] = t;
                }
            }
        }
    }

    /** The problem that is left, or one that is refused at once when saturation finds a cycle. */
    static Problem of(History history) {
        Orders orders = new Orders(history);
        orders.known();
        int before;
        do {
            if (!orders.sort()) {
                return orders.cyclic();
            }
            orders.clocks();
            before = orders.edges;
            orders.saturate();
        } while (orders.edges > before);
        return orders.problem();
    }

    private void known() {
        for (int[] list : sessionTransactions) {
            for (int i = 1; i < list.length; i++) {
                edge(list[i - 1], list[i]);
            }
        }
        for (int t = 0; t < transactions; t++) {
            for (int i = readStart[t]; i < readStart[t + 1]; i++) {
                if (readWriter[i] >= 0 && readWriter[i] != t) {
                    edge(readWriter[i], t);
                }
            }
            for (int i = writeStart[t]; i < writeStart[t + 1]; i++) {
                int key = writeKey[i];
                for (int r = initialReaderStart[key]; r < initialReaderStart[key + 1]; r++) {
                    if (initialReader[r] != t) {
                        edge(initialReader[r], t);
                    }
                }
            }
        }
    }

    private void edge(int from, int to) {
        if (edges == edgeFrom.length) {
            edgeFrom = Arrays.copyOf(edgeFrom, edges * 2);
            edgeTo = Arrays.copyOf(edgeTo, edges * 2);
        }
        edgeFrom[edges] = from;
        edgeTo[edges++] = to;
    }

    private boolean sort() {
        int[] start = new int[transactions + 1];
        int[] missing = new int[transactions];
        for (int e = 0; e < edges; e++) {
            start[edgeFrom[e] + 1]++;
            missing[edgeTo[e]]++;
        }
        for (int t = 0; t < transactions; t++) {
            start[t + 1] += start[t];
        }
        int[] targets = new int[edges];
        int[] next = start.clone();
        for (int e = 0; e < edges; e++) {
            targets[next[edgeFrom[e]]++] = edgeTo[e];
        }
        order = new int[transactions];
        int done = 0;
        for (int t = 0; t < transactions; t++) {
            if (missing[t] == 0) {
                order[done++] = t;
            }
        }
        for (int i = 0; i < done; i++) {
            for (int e = start[order[i]]; e < start[order[i] + 1]; e++) {
                if (--missing[targets[e]] == 0) {
                    order[done++] = targets[e];
                }
            }
        }
        return done == transactions;
    }

    private void clocks() {
        int[] start = new int[transactions + 1];
        for (int e = 0; e < edges; e++) {
            start[edgeTo[e] + 1]++;
        }
        for (int t = 0; t < transactions; t++) {
            start[t + 1] += start[t];
        }
        int[] sources = new int[edges];
        int[] next = start.clone();
        for (int e = 0; e < edges; e++) {
            sources[next[edgeTo[e]]++] = edgeFrom[e];
        }
        clock = new int[Math.multiplyExact(transactions, sessions)];
        Arrays.fill(clock, -1);
        for (int t : order) {
            int row = t * sessions;
            for (int e = start[t]; e < start[t + 1]; e++) {
                int other = sources[e] * sessions;
                for (int s = 0; s < sessions; s++) {
                    clock[row + s] = Math.max(clock[row + s], clock[other + s]);
                }
            }
            clock[row + session[t]] = position[t];
        }
    }

    private boolean reaches(int from, int to) {
        return clock[to * sessions + session[from]] >= position[from];
    }

    private void saturate() {
        for (int t : order) {
            for (int i = readStart[t]; i < readStart[t + 1]; i++) {
                int writer = readWriter[i];
                int key = readKey[i];
                if (writer >= 0) {
                    forEachLastWriter(key, t, before -> force(before, writer));
                }
            }
            for (int i = writeStart[t]; i < writeStart[t + 1]; i++) {
                int key = writeKey[i];
                forEachLastWriter(key, t, before -> {
                    int version = writeOf(before, key);
                    for (int r = readerStart[version]; r < readerStart[version + 1]; r++) {
                        force(reader[r], t);
                    }
                });
            }
        }
    }

    private void force(int from, int to) {
        if (from != to && !reaches(from, to)) {
            edge(from, to);
        }
    }

    /** The last writer of a key in each session that reaches a transaction. */
    private void forEachLastWriter(int key, int transaction, java.util.function.IntConsumer action) {
        int from = keyStart[key];
        int end = keyStart[key + 1];
        while (from < end) {
            int s = session[keyWriter[from]];
            int limit = clock[transaction * sessions + s];
            int last = -1;
            int i = from;
            for (; i < end && session[keyWriter[i]] == s; i++) {
                if (position[keyWriter[i]] <= limit && keyWriter[i] != transaction) {
                    last = keyWriter[i];
                }
            }
            if (last >= 0) {
                action.accept(last);
            }
            from = i;
        }
    }

    private Problem cyclic() {
        Problem problem = new Problem();
        problem.nodes(problem.graph(), transactions);
        for (int e = 0; e < edges; e++) {
            problem.edge(edgeFrom[e], edgeTo[e]);
        }
        return problem;
    }

    private Problem problem() {
        int[] place = new int[transactions];
        for (int i = 0; i < transactions; i++) {
            place[order[i]] = i;
        }
        Problem problem = new Problem();
        problem.nodes(problem.graph(), transactions);
        for (int e = 0; e < edges; e++) {
            problem.edge(place[edgeFrom[e]], place[edgeTo[e]]);
        }
        for (int key = 0; key + 1 < keyStart.length; key++) {
            pairs(problem, key, place);
        }
        return problem;
    }

    private void pairs(Problem problem, int key, int[] place) {
        for (int i = keyStart[key]; i < keyStart[key + 1]; i++) {
            for (int j = i + 1; j < keyStart[key + 1]; j++) {
                int a = keyWriter[i];
                int b = keyWriter[j];
                if (session[a] == session[b] || reaches(a, b) || reaches(b, a)) {
                    continue;
                }
                int va = writeOf(a, key);
                int vb = writeOf(b, key);
                boolean unread = readerStart[va] == readerStart[va + 1] && readerStart[vb] == readerStart[vb + 1];
                if (!unread) {
                    int variable = problem.variable();
                    side(problem, variable, a, b, va, place);
                    side(problem, -variable, b, a, vb, place);
                }
            }
        }
    }

    private void side(Problem problem, int literal, int first, int second, int version, int[] place) {
        problem.edge(place[first], place[second], literal);
        for (int r = readerStart[version]; r < readerStart[version + 1]; r++) {
            if (reader[r] != second) {
                problem.edge(place[reader[r]], place[second], literal);
            }
        }
    }
}
