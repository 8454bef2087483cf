package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import java.util.Arrays;

/**
 * By key, the two newest of the versions that some transactions installed: what a reader or writer that knows of these
 * transactions must not fall behind. Two, because a transaction is not held to its own version.
 *
 * <p>A transaction may have loaded a million keys, and a million others read from it: so what it installed is noted either by
 * going through its writes or, when that is less, by looking up the few keys that will be asked for.
 */
final class Floors {
    private static final int SEARCH_MIN = 16;

    private final Asg asg;
    private final VersionOrder versions;
    /** The writes of each transaction, by key. */
    private final int[] sorted;

    private final int[] newest;
    private final int[] second;
    private final int[] roundOf;
    private int round = 1;

    Floors(Execution execution) {
        this.asg = execution.asg();
        this.versions = execution.versions();
        this.sorted = new int[asg.writeCount()];
        this.newest = new int[asg.history().keyCount()];
        this.second = new int[asg.history().keyCount()];
        this.roundOf = new int[asg.history().keyCount()];
        for (int t = 0; t < asg.transactionCount(); t++) {
            sortWrites(asg.firstWrite(t), asg.firstWrite(t + 1));
        }
    }

    private void sortWrites(int from, int to) {
        for (int w = from; w < to; w++) {
            sorted[w] = w;
        }
        if (to - from < SEARCH_MIN) {
            return;
        }
        long[] byKey = new long[to - from];
        for (int w = from; w < to; w++) {
            byKey[w - from] = (long) asg.writeKey(w) << 32 | w;
        }
        Arrays.sort(byKey);
        for (int i = 0; i < byKey.length; i++) {
            sorted[from + i] = (int) byKey[i];
        }
    }

    /** Forgets all transactions. */
    void clear() {
        round++;
    }

    /** Notes the versions that a transaction installed, at least those of the keys in scope. */
    void raise(int transaction, int[] scope, int scopeSize) {
        int from = asg.firstWrite(transaction);
        int to = asg.firstWrite(transaction + 1);
        if (to - from <= 4 * scopeSize || to - from < SEARCH_MIN) {
            for (int w = from; w < to; w++) {
                raise(w);
            }
        } else {
            for (int i = 0; i < scopeSize; i++) {
                int w = find(from, to, scope[i]);
                if (w >= 0) {
                    raise(w);
                }
            }
        }
    }

    private int find(int from, int to, int key) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (asg.writeKey(sorted[middle]) < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < to && asg.writeKey(sorted[low]) == key ? sorted[low] : -1;
    }

    private void raise(int write) {
        int key = asg.writeKey(write);
        int rank = versions.rank(write);
        if (roundOf[key] != round) {
            roundOf[key] = round;
            newest[key] = VersionOrder.NOT_RANKED;
            second[key] = VersionOrder.NOT_RANKED;
        }
        if (rank > newest[key]) {
            second[key] = newest[key];
            newest[key] = rank;
        } else if (rank != newest[key]) {
            second[key] = Math.max(second[key], rank);
        }
    }

    /** The rank of the newest version noted of a key, or {@link VersionOrder#NOT_RANKED}. */
    int of(int key) {
        return roundOf[key] == round ? newest[key] : VersionOrder.NOT_RANKED;
    }

    /** The rank of the newest version noted of a key that this transaction did not install. */
    int ofOthers(int key, int transaction) {
        int first = of(key);
        boolean own = first >= 0 && asg.writeTransaction(versions.at(first)) == transaction;
        return own ? second[key] : first;
    }
}
