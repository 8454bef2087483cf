package io.bateleur.bench;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import java.util.Arrays;

/**
 * Makes the last fault that a checker would find: the last read for which it can be done returns what was written in the
 * first tenth and overwritten since. Whatever else its transaction read comes, over many hands, from after that, so no level with snapshots holds.
 */
final class LateFault {
    private LateFault() {}

    static History in(History history) {
        int transactions = history.transactionCount();
        int[] early = earlyValues(history, transactions / 10);
        int read = -1;
        for (int t = transactions - 1; t >= transactions / 2 && read < 0; t--) {
            read = history.isCommitted(t) ? candidate(history, t, early) : -1;
        }
        if (read < 0) {
            throw new IllegalArgumentException("no read is of a key that was written in the first tenth");
        }
        return Rewritten.withRead(history, read, early[history.key(read)]);
    }

    /** By key, what the first committed transaction that wrote it left there, or -1 when that was not early. */
    private static int[] earlyValues(History history, int transactions) {
        int[] values = new int[history.keyCount()];
        int[] writer = new int[history.keyCount()];
        Arrays.fill(values, -1);
        for (int t = 0; t < transactions; t++) {
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                int key = history.key(o);
                boolean first = values[key] < 0 || writer[key] == t;
                if (history.isCommitted(t) && history.kind(o) == OpKind.PUT && first) {
                    values[key] = history.value(o);
                    writer[key] = t;
                }
            }
        }
        return values;
    }

    /** A read of the transaction that sees another value than the early one, of a key that it does not write; or -1. */
    private static int candidate(History history, int t, int[] early) {
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            int key = history.key(o);
            boolean later = early[key] >= 0 && history.value(o) >= 0 && history.value(o) != early[key];
            if (history.kind(o) == OpKind.GET && later && isTouchedOnce(history, t, key)) {
                return o;
            }
        }
        return -1;
    }

    private static boolean isTouchedOnce(History history, int t, int key) {
        int touched = 0;
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            touched += history.key(o) == key ? 1 : 0;
        }
        return touched == 1;
    }
}
