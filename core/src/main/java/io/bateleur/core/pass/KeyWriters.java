package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.Chains;
import io.bateleur.core.ir.Ir;
import java.util.Arrays;

/**
 * The writers of each key that certainly happened, in the order of their commits' numbers, and the readers of each version.
 *
 * <p>Entry j of a key keeps a bound: all entries of the key before the bound are known to be older than j, and what follows from
 * that has been drawn.
 */
final class KeyWriters {
    private final Asg asg;
    private final Ir ir;
    private final Chains chains;
    /** By key, where its entries start. */
    final int[] keyStart;
    /** By entry, its write. */
    final int[] write;

    /** What else is asked of an entry, side by side, because neighbours are looked at together. */
    private final int[] record;

    private static final int SIZE = 8;
    private static final int COMMIT = 0;
    private static final int COMMIT_CHAIN = 1;
    private static final int COMMIT_PLACE = 2;
    private static final int BEHIND = 3;
    private static final int BEHIND_CHAIN = 4;
    private static final int BEHIND_PLACE = 5;
    private static final int BOUND = 6;
    private static final int TRANSACTION = 7;

    /** By write, its entry, or -1. */
    final int[] entryOf;

    /** By read, the entry of its source; {@link #OF_INITIAL}; or {@link #NOT_KNOWN}. */
    final int[] sourceEntry;

    static final int OF_INITIAL = -1;
    static final int NOT_KNOWN = -2;

    /** By key, its entries again, but by chain and place. */
    final int[] byChain;

    /** Settled reads with demands of each version, those of one chain together in their order; initial versions after the writes. */
    final int[] readerStart;

    final int[] reader;
    /** The points of the same readers. */
    final int[] readerPoint;

    KeyWriters(Ir ir) {
        this.ir = ir;
        this.asg = ir.asg();
        this.chains = ir.chains();
        int keys = asg.history().keyCount();
        int writes = asg.writeCount();
        int[] transactions = transactionsByCommit();
        keyStart = new int[keys + 1];
        entryOf = new int[writes];
        Arrays.fill(entryOf, -1);
        for (int w = 0; w < writes; w++) {
            if (ir.happened(asg.writeTransaction(w))) {
                keyStart[asg.writeKey(w) + 1]++;
            }
        }
        for (int k = 0; k < keys; k++) {
            keyStart[k + 1] += keyStart[k];
        }
        int entries = keyStart[keys];
        write = new int[entries];
        record = new int[Math.multiplyExact(entries, SIZE)];
        int[] next = Arrays.copyOf(keyStart, keys);
        for (int t : transactions) {
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                int entry = next[asg.writeKey(w)]++;
                write[entry] = w;
                entryOf[w] = entry;
                record(entry, t, keyStart[asg.writeKey(w)]);
            }
        }
        int[] inChains = transactionsByChain(transactions);
        byChain = new int[entries];
        System.arraycopy(keyStart, 0, next, 0, keys);
        for (int t : inChains) {
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                byChain[next[asg.writeKey(w)]++] = entryOf[w];
            }
        }
        readerStart = new int[writes + keys + 1];
        reader = readers(inChains);
        readerPoint = new int[reader.length];
        for (int i = 0; i < reader.length; i++) {
            readerPoint[i] = ir.start(asg.readTransaction(reader[i]));
        }
        sourceEntry = new int[asg.readCount()];
        for (int r = 0; r < sourceEntry.length; r++) {
            int source = ir.source(r);
            sourceEntry[r] = source == Ir.OPEN ? NOT_KNOWN : source == Asg.INITIAL ? OF_INITIAL : entryOf[source];
        }
    }

    private void record(int entry, int t, int bound) {
        int at = entry * SIZE;
        int commit = ir.commit(t);
        int behind = ir.behind(t);
        record[at + COMMIT] = commit;
        record[at + COMMIT_CHAIN] = chains.chain()[commit];
        record[at + COMMIT_PLACE] = chains.place()[commit];
        record[at + BEHIND] = behind;
        record[at + BEHIND_CHAIN] = chains.chain()[behind];
        record[at + BEHIND_PLACE] = chains.place()[behind];
        record[at + BOUND] = bound;
        record[at + TRANSACTION] = t;
    }

    int commit(int entry) {
        return record[entry * SIZE + COMMIT];
    }

    int behind(int entry) {
        return record[entry * SIZE + BEHIND];
    }

    int transaction(int entry) {
        return record[entry * SIZE + TRANSACTION];
    }

    int commitChain(int entry) {
        return record[entry * SIZE + COMMIT_CHAIN];
    }

    int commitPlace(int entry) {
        return record[entry * SIZE + COMMIT_PLACE];
    }

    int bound(int entry) {
        return record[entry * SIZE + BOUND];
    }

    void raiseBound(int entry, int bound) {
        record[entry * SIZE + BOUND] = Math.max(record[entry * SIZE + BOUND], bound);
    }

    /** Whether the commit of an entry reaches a point. */
    boolean commitReaches(int entry, int point, Clocks clocks) {
        int at = entry * SIZE;
        return clocks.last(point, record[at + COMMIT_CHAIN]) >= record[at + COMMIT_PLACE];
    }

    /** Whether the point of an entry that is behind all older versions reaches a point. */
    boolean behindReaches(int entry, int point, Clocks clocks) {
        int at = entry * SIZE;
        return clocks.last(point, record[at + BEHIND_CHAIN]) >= record[at + BEHIND_PLACE];
    }

    private int[] transactionsByCommit() {
        int count = 0;
        int[] result = new int[asg.transactionCount()];
        for (int p = 0; p < ir.points(); p++) {
            int t = ir.transactionAt(p);
            if (t >= 0 && ir.commit(t) == p && ir.happened(t)) {
                result[count++] = t;
            }
        }
        return Arrays.copyOf(result, count);
    }

    private int[] transactionsByChain(int[] transactions) {
        int[] size = new int[chains.count() + 1];
        for (int t : transactions) {
            size[chains.chain()[ir.commit(t)] + 1]++;
        }
        for (int c = 0; c < chains.count(); c++) {
            size[c + 1] += size[c];
        }
        int[] result = new int[transactions.length];
        // Numbers are topological, so that those of one chain come in its order.
        for (int t : transactions) {
            result[size[chains.chain()[ir.commit(t)]]++] = t;
        }
        return result;
    }

    private int[] readers(int[] inChains) {
        for (int t : inChains) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                if (counts(r)) {
                    readerStart[versionOf(r) + 1]++;
                }
            }
        }
        for (int v = 0; v + 1 < readerStart.length; v++) {
            readerStart[v + 1] += readerStart[v];
        }
        int[] next = readerStart.clone();
        int[] result = new int[readerStart[readerStart.length - 1]];
        for (int t : inChains) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                if (counts(r)) {
                    result[next[versionOf(r)]++] = r;
                }
            }
        }
        return result;
    }

    private boolean counts(int read) {
        return (ir.demands(read) & Ir.ANTI) != 0 && ir.source(read) != Ir.OPEN;
    }

    private int versionOf(int read) {
        int source = ir.source(read);
        return source == Asg.INITIAL ? initialVersion(asg.readKey(read)) : source;
    }

    /** The number of a key's initial version among versions. */
    int initialVersion(int key) {
        return asg.writeCount() + key;
    }
}
