package io.bateleur.core.mirror;

import io.bateleur.core.model.Ending;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A database that tries all instants: it executes the calls of a tiny trace in every order that their intervals allow, and says whether one of
 * them gives what was recorded.
 */
final class InstantTwin {
    private final List<TinyTrace.Txn> transactions;
    private final Profile profile;
    private final int count;
    /** By transaction, how many of its calls have happened; one more is its ending. */
    private final int[] done;
    /** Versions of each key in the order of commits: writer, or -1 for the initial one. */
    private final List<List<Integer>> versions = List.of(new ArrayList<>(List.of(-1)), new ArrayList<>(List.of(-1)));

    /** By transaction and key, how many versions its snapshot has, or -1. */
    private final int[][] snapshot;

    /** By transaction and call, which version a read saw. */
    private final int[][] saw;

    private final boolean[] committed;
    private long steps;

    InstantTwin(TinyTrace trace, Profile profile) {
        transactions = trace.transactions;
        this.profile = profile;
        count = transactions.size();
        done = new int[count];
        snapshot = new int[count][2];
        saw = new int[count][4];
        committed = new boolean[count];
        for (int[] row : snapshot) {
            Arrays.fill(row, -1);
        }
    }

    /** Whether some choice of instants explains the trace. */
    boolean explains() {
        return search();
    }

    boolean gaveUp() {
        return steps > 3_000_000;
    }

    private boolean search() {
        if (++steps > 3_000_000) {
            return true;
        }
        boolean all = true;
        for (int t = 0; t < count; t++) {
            if (done[t] <= transactions.get(t).calls().size()) {
                all = false;
                if (mayHappen(t) && step(t)) {
                    return true;
                }
            }
        }
        return all && (!profile.certified() || isSerial());
    }

    private long before(int t, int i) {
        TinyTrace.Txn txn = transactions.get(t);
        return i < txn.calls().size() ? txn.calls().get(i).before() : txn.endBefore();
    }

    /** Nothing that has not happened must have happened before. */
    private boolean mayHappen(int t) {
        for (int other = 0; other < count; other++) {
            if (other != t && done[other] <= transactions.get(other).calls().size()) {
                TinyTrace.Txn txn = transactions.get(other);
                long after = done[other] < txn.calls().size()
                        ? txn.calls().get(done[other]).after()
                        : txn.ending() == Ending.COMMITTED ? txn.endAfter() : Long.MAX_VALUE;
                if (after < before(t, done[t])) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean step(int t) {
        TinyTrace.Txn txn = transactions.get(t);
        int i = done[t];
        int[] old = snapshot[t].clone();
        boolean takes = i < txn.calls().size()
                && snapshot[t][0] < 0
                && (profile.snapshot() != Profile.Snapshot.FIRST_READ
                        || !txn.calls().get(i).write());
        if (takes) {
            snapshot[t][0] = versions.get(0).size();
            snapshot[t][1] = versions.get(1).size();
        }
        done[t]++;
        boolean found = i == txn.calls().size() ? end(t, txn) : call(t, txn, i);
        done[t]--;
        snapshot[t] = old;
        return found;
    }

    private boolean call(int t, TinyTrace.Txn txn, int i) {
        TinyTrace.Call call = txn.calls().get(i);
        if (call.write()) {
            return (profile.locks() == Profile.Locks.NONE || !isHeld(call.key(), t))
                    && (!isBlocked(t, txn, call.key()))
                    && search();
        }
        int own = lastWrite(txn, call.key(), i);
        if (own >= 0) {
            saw[t][i] = -2;
            if (profile.exempts(Profile.Exemption.OWN_ROWS)) {
                return search();
            }
            return txn.calls().get(own).value() == call.value() && search();
        }
        if (call.value() == 0 && profile.exempts(Profile.Exemption.ABSENT)) {
            saw[t][i] = -2;
            return search();
        }
        List<Integer> chain = versions.get(call.key());
        int seen = profile.reads() == Profile.Reads.TRANSACTION ? snapshot[t][call.key()] - 1 : chain.size() - 1;
        saw[t][i] = seen;
        return value(chain.get(seen), call.key()) == call.value() && search();
    }

    /** First updater wins: what the snapshot does not show must not be written over. */
    private boolean isBlocked(int t, TinyTrace.Txn txn, int key) {
        List<Integer> chain = versions.get(key);
        return profile.firstUpdaterWins()
                && txn.ending() == Ending.COMMITTED
                && chain.subList(snapshot[t][key], chain.size()).stream()
                        .anyMatch(writer -> transactions.get(writer).ending() == Ending.COMMITTED);
    }

    private boolean isHeld(int key, int t) {
        for (int other = 0; other < count; other++) {
            TinyTrace.Txn txn = transactions.get(other);
            int end = txn.ending() == Ending.COMMITTED ? txn.calls().size() + 1 : answered(txn);
            if (other != t && done[other] > 0 && done[other] < end && lastWrite(txn, key, done[other]) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** How many calls have happened once the last read has, whose answer shows that the transaction was still there. */
    private static int answered(TinyTrace.Txn txn) {
        for (int i = txn.calls().size() - 1; i >= 0; i--) {
            if (!txn.calls().get(i).write()) {
                return i + 1;
            }
        }
        return 0;
    }

    private static int lastWrite(TinyTrace.Txn txn, int key, int end) {
        for (int i = end - 1; i >= 0; i--) {
            if (txn.calls().get(i).write() && txn.calls().get(i).key() == key) {
                return i;
            }
        }
        return -1;
    }

    private int value(int writer, int key) {
        if (writer < 0) {
            return 0;
        }
        TinyTrace.Txn txn = transactions.get(writer);
        return txn.calls().get(lastWrite(txn, key, txn.calls().size())).value();
    }

    private boolean end(int t, TinyTrace.Txn txn) {
        if (txn.ending() != Ending.COMMITTED && search()) {
            return true; // it never happened
        }
        if (txn.ending() == Ending.ABORTED) {
            return false;
        }
        for (int key = 0; key < 2; key++) {
            if (lastWrite(txn, key, txn.calls().size()) >= 0) {
                if (profile.firstUpdaterWins() && txn.ending() == Ending.COMMITTED && isBlocked(t, txn, key)) {
                    undo(t, key);
                    return false;
                }
                versions.get(key).add(t);
            }
        }
        committed[t] = true;
        boolean found = search();
        committed[t] = false;
        undo(t, 2);
        return found;
    }

    private void undo(int t, int keys) {
        for (int key = 0; key < keys; key++) {
            List<Integer> chain = versions.get(key);
            if (chain.get(chain.size() - 1) == t) {
                chain.remove(chain.size() - 1);
            }
        }
    }

    /** Whether the dependencies between those that committed, and whose clients know, have no cycle. */
    private boolean isSerial() {
        boolean[][] before = new boolean[count][count];
        for (int key = 0; key < 2; key++) {
            List<Integer> chain = versions.get(key);
            for (int v = 1; v < chain.size(); v++) {
                for (int w = v + 1; w < chain.size(); w++) {
                    before[chain.get(v)][chain.get(w)] = true;
                }
            }
            for (int t = 0; t < count; t++) {
                for (int i = 0; i < transactions.get(t).calls().size(); i++) {
                    TinyTrace.Call call = transactions.get(t).calls().get(i);
                    if (call.write() || call.key() != key || saw[t][i] < 0) {
                        continue;
                    }
                    for (int v = 1; v < chain.size(); v++) {
                        if (chain.get(v) != t) {
                            int writer = chain.get(v);
                            before[v <= saw[t][i] ? writer : t][v <= saw[t][i] ? t : writer] = true;
                        }
                    }
                }
            }
        }
        boolean[] counts = new boolean[count];
        for (int t = 0; t < count; t++) {
            counts[t] = committed[t] && transactions.get(t).ending() == Ending.COMMITTED;
        }
        for (int k = 0; k < count; k++) {
            for (int a = 0; a < count; a++) {
                for (int b = 0; b < count; b++) {
                    before[a][b] |= counts[a] && counts[k] && counts[b] && before[a][k] && before[k][b];
                }
            }
        }
        for (int t = 0; t < count; t++) {
            if (counts[t] && before[t][t]) {
                return false;
            }
        }
        return true;
    }
}
