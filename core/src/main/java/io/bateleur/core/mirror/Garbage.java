package io.bateleur.core.mirror;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Forgets what nobody can see any more. A transaction that rests does not hold up the rest: its snapshot is kept by itself, and only
 * versions that it may see stay because of it.
 */
final class Garbage {
    private static final int NONE = VersionChains.NONE;
    private static final long RESTING_NANOS = 50_000_000L;

    private final TransactionTable transactions;
    private final VersionChains versions;
    private final Certifier certifier;
    private final Certifier instants;

    private long horizon = Long.MIN_VALUE;
    /** When snapshots that rest may have been taken. */
    private final LongList restingLow = new LongList();

    private final LongList restingHigh = new LongList();
    /** By key, until when it may have been deleted last. */
    private long[] deletes = {};

    /** Transactions that are settled and whose operations are still kept, oldest first: a ring. */
    private int[] settled = new int[64];

    private int head;
    private int tail;

    Garbage(TransactionTable transactions, VersionChains versions, Certifier certifier, Certifier instants) {
        this.transactions = transactions;
        this.versions = versions;
        this.certifier = certifier;
        this.instants = instants;
    }

    /** What ended before is seen by everybody who does not rest. */
    long horizon() {
        return horizon;
    }

    void deleted(int key, long until) {
        if (key >= deletes.length) {
            int old = deletes.length;
            deletes = Arrays.copyOf(deletes, Math.max(key + 1, 2 * old));
            Arrays.fill(deletes, old, deletes.length, Long.MIN_VALUE);
        }
        deletes[key] = Math.max(deletes[key], until);
    }

    long lastDelete(int key) {
        return key < deletes.length ? deletes[key] : Long.MIN_VALUE;
    }

    /** Looks at all that is alive. */
    void advance(long now, IntList open, int[] ended, int endedHead, int endedTail) {
        restingLow.clear();
        restingHigh.clear();
        long least = now;
        for (int i = 0; i < open.size; i++) {
            least = Math.min(least, needed(open.get(i), now));
        }
        for (int i = endedHead; i != endedTail; i++) {
            least = Math.min(least, needed(ended[i & (ended.length - 1)], now));
        }
        horizon = Math.max(horizon, least);
        certifier.trim(horizon);
        instants.trim(horizon);
        forget();
    }

    /** From when on versions are kept for a transaction; one that rests keeps its own. */
    private long needed(int t, long now) {
        long low;
        long high;
        if (transactions.profile[t].reads() == Profile.Reads.TRANSACTION && transactions.hasAnchor(t)) {
            low = transactions.anchorBefore[t];
            high = transactions.anchorAfter[t];
        } else {
            OpLog log = transactions.log(t);
            if (log.size == 0) {
                return now;
            }
            low = log.before[0];
            high = log.after[log.size - 1];
        }
        if (now - low <= RESTING_NANOS) {
            return low;
        }
        restingLow.add(low);
        restingHigh.add(high);
        return now;
    }

    /** Frees what is certainly older than a version that everybody sees who comes now. */
    void trim(int newest) {
        for (int v = newest; v != NONE; v = versions.older[v]) {
            if (versions.high[v] < horizon && !versions.maybe[v]) {
                int newer = v;
                for (int o = versions.older[v]; o != NONE; ) {
                    int next = versions.older[o];
                    if (versions.high[o] < versions.low[v] && !isSeen(o, newer)) {
                        versions.removeAfter(newer, o);
                    } else {
                        newer = o;
                    }
                    o = next;
                }
                return;
            }
        }
    }

    /** Whether somebody who rests may see a version, of which another is the next newer one. */
    private boolean isSeen(int v, int newer) {
        for (int i = 0; i < restingLow.size(); i++) {
            if (restingHigh.get(i) >= versions.low[v] && restingLow.get(i) <= versions.high[newer]) {
                return true;
            }
        }
        return false;
    }

    /** A transaction is judged; what it did stays for a while, for what will be said of others. */
    void settled(int t) {
        if (tail - head == settled.length) {
            int[] larger = new int[2 * settled.length];
            for (int i = head; i != tail; i++) {
                larger[i & (larger.length - 1)] = settled[i & (settled.length - 1)];
            }
            settled = larger;
        }
        settled[tail++ & (settled.length - 1)] = t;
        if (tail - head > 256) {
            forget();
        }
    }

    private void forget() {
        while (head != tail) {
            int t = settled[head & (settled.length - 1)];
            boolean old = transactions.endBefore[t] < horizon
                    && (transactions.endAfter[t] < horizon || transactions.state[t] == TransactionTable.UNKNOWN);
            if (!old || certifier.has(t) || instants.has(Certifier.commit(t)) || instants.has(Certifier.snapshot(t))) {
                return;
            }
            head++;
            transactions.forgetOperations(t);
            transactions.release(t);
        }
    }

    int writerOf(int key, long value, int except) {
        for (int i = head; i != tail; i++) {
            int t = settled[i & (settled.length - 1)];
            if (t != except && wrote(transactions.log[t], key, value)) {
                return t;
            }
        }
        return NONE;
    }

    static boolean wrote(@Nullable OpLog log, int key, long value) {
        for (int i = 0; log != null && i < log.size; i++) {
            if (OpLog.isWrite(log.kinds[i]) && log.keys[i] == key && log.values[i] == value) {
                return true;
            }
        }
        return false;
    }

    int kept() {
        return tail - head;
    }

    void mark(ValueCodes codes) {
        for (int i = head; i != tail; i++) {
            OpLog log = transactions.log[settled[i & (settled.length - 1)]];
            for (int j = 0; log != null && j < log.size; j++) {
                codes.mark(log.values[j]);
            }
        }
    }
}
