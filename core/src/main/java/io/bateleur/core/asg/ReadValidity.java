package io.bateleur.core.asg;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.WriteIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks each read by itself, without asking in which order transactions happened: was the value written at all, by a
 * transaction that did not abort, as its last word on that key; and does a transaction see its own writes.
 *
 * <p>Only what is certain is reported. Reads of transactions that aborted or may have are not judged; where several writes
 * could explain a read, one good one is enough; where writes are unknown (statements, writes without their value, an unknown
 * initial state) a value that nobody is seen to write is no finding. One pass over the operations, linear in their number.
 */
public final class ReadValidity {
    private final History history;
    private final int limit;
    private final WriteIndex writes;
    /** Writes that no later write of the same transaction to the same key follows. */
    private final BitSet lastWords;

    private final boolean anyoneMayHaveWritten;
    private final Map<Integer, Integer> initial = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    /** The last own write of each key, valid where {@link #ownTransaction} is the transaction at hand. */
    private final int[] ownWrite;

    private final int[] ownTransaction;

    private ReadValidity(History history, int limit) {
        this.history = history;
        this.limit = limit;
        this.writes = new WriteIndex(history);
        this.ownWrite = new int[history.keyCount()];
        this.ownTransaction = new int[history.keyCount()];
        this.lastWords = lastWords();
        this.anyoneMayHaveWritten = history.initialState() == InitialState.UNKNOWN || hasStatements();
        history.initialContents()
                .forEach((key, value) ->
                        initial.put(history.keys().find(key), history.values().find(value)));
    }

    /** The first findings, in the order of the history, at most {@code limit}. */
    public static List<Finding> findings(History history, int limit) {
        ReadValidity check = new ReadValidity(history, limit);
        check.run();
        return List.copyOf(check.findings);
    }

    private boolean hasStatements() {
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o) == OpKind.SQL) {
                return true;
            }
        }
        return false;
    }

    private BitSet lastWords() {
        BitSet last = new BitSet(history.operationCount());
        int[] seenIn = new int[history.keyCount()];
        Arrays.fill(seenIn, -1);
        for (int t = 0; t < history.transactionCount(); t++) {
            for (int o = history.firstOperation(t + 1) - 1; o >= history.firstOperation(t); o--) {
                if (history.kind(o).isWrite() && seenIn[history.key(o)] != t) {
                    seenIn[history.key(o)] = t;
                    last.set(o);
                }
            }
        }
        return last;
    }

    private void run() {
        Arrays.fill(ownTransaction, -1);
        for (int t = 0; t < history.transactionCount() && findings.size() < limit; t++) {
            if (!history.isCommitted(t)) {
                continue;
            }
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1) && findings.size() < limit; o++) {
                operation(t, o);
            }
        }
    }

    private void operation(int t, int o) {
        OpKind kind = history.kind(o);
        if (kind.isWrite()) {
            ownTransaction[history.key(o)] = t;
            ownWrite[history.key(o)] = o;
        } else if (kind.isRangeRead()) {
            for (int i = 0; i < history.liveItems(o); i++) {
                item(t, o, history.itemKey(o, i), history.itemValue(o, i), false);
            }
        } else if (kind != OpKind.SQL && history.value(o) != History.UNKNOWN) {
            if (kind == OpKind.READ_LIST) {
                list(t, o);
            } else {
                item(t, o, history.key(o), history.value(o), history.isDead(o));
            }
        }
    }

    private void item(int t, int o, int key, int value, boolean dead) {
        if (ownTransaction[key] == t) {
            int own = ownWrite[key];
            boolean same = history.isDead(own) ? dead : !dead && history.value(own) == value;
            boolean comparable = history.kind(own) != OpKind.APPEND && history.value(own) != History.UNKNOWN;
            if (comparable && !same) {
                report(Anomaly.IGNORED_OWN_WRITE, t, o, key, content(value, dead), Optional.of(history.transaction(t)));
            }
            return;
        }
        if (!dead && value >= 0) {
            judge(t, o, key, value);
        }
    }

    /** Whether some write explains that a committed transaction read this value from another one. */
    private void judge(int t, int o, int key, int value) {
        if (anyoneMayHaveWritten || writes.hasUnknownWrites(key) || initialHolds(key, value)) {
            return;
        }
        int aborted = -1;
        int overwritten = -1;
        int ownLater = -1;
        for (int w = writes.first(key, value); w >= 0; w = writes.next(w)) {
            int writer = transactionOf(w);
            if (writer == t) {
                ownLater = w;
            } else if (history.ending(writer) == Ending.ABORTED) {
                aborted = aborted < 0 ? w : aborted;
            } else if (lastWords.get(w) || history.kind(w) == OpKind.APPEND) {
                return;
            } else {
                overwritten = overwritten < 0 ? w : overwritten;
            }
        }
        if (overwritten >= 0) {
            report(Anomaly.G1B, t, o, key, value, overwritten);
        } else if (aborted >= 0) {
            report(Anomaly.G1A, t, o, key, value, aborted);
        } else if (ownLater >= 0) {
            report(Anomaly.FUTURE_READ, t, o, key, value, ownLater);
        } else {
            report(Anomaly.UNWRITTEN_READ, t, o, key, content(value, false), Optional.empty());
        }
    }

    private void report(Anomaly anomaly, int t, int o, int key, int value, int write) {
        report(anomaly, t, o, key, content(value, false), Optional.of(history.transaction(transactionOf(write))));
    }

    private boolean initialHolds(int key, int value) {
        Integer held = initial.get(key);
        if (held == null) {
            return false;
        }
        if (held == value) {
            return true;
        }
        // A list that was there at the start explains its elements.
        if (history.values().isList(held)) {
            for (int i = 0; i < history.values().listSize(held); i++) {
                if (history.values().element(held, i) == value) {
                    return true;
                }
            }
        }
        return false;
    }

    private void list(int t, int o) {
        int key = history.key(o);
        int value = history.value(o);
        int size = value < 0 || !history.values().isList(value)
                ? 0
                : history.values().listSize(value);
        int ownAppends = ownTransaction[key] == t ? ownSuffix(t, key, value, size) : 0;
        if (ownAppends < 0) {
            report(
                    Anomaly.IGNORED_OWN_WRITE,
                    t,
                    o,
                    key,
                    content(value, history.isDead(o)),
                    Optional.of(history.transaction(t)));
            return;
        }
        for (int i = 0; i < size - ownAppends && findings.size() < limit; i++) {
            judge(t, o, key, history.values().element(value, i));
        }
        if (size > ownAppends) {
            cutShort(t, o, key, value, size - ownAppends - 1);
        }
    }

    /** How many elements at the end are the transaction's own appends, or -1 when they are not all there. */
    private int ownSuffix(int t, int key, int value, int size) {
        int at = size - 1;
        int appends = 0;
        for (int w = ownWrite[key]; w >= history.firstOperation(t); w--) {
            if (!history.kind(w).isWrite() || history.key(w) != key) {
                continue;
            }
            if (history.kind(w) != OpKind.APPEND) {
                return appends; // what it put or deleted before is the list's own beginning
            }
            if (history.value(w) >= 0 && (at < 0 || history.values().element(value, at) != history.value(w))) {
                return -1;
            }
            at--;
            appends++;
        }
        return appends;
    }

    /** A list that ends between two appends of one other transaction was read in the middle of it. */
    private void cutShort(int t, int o, int key, int value, int at) {
        int last = history.values().element(value, at);
        int w = writes.first(key, last);
        boolean certain = w >= 0
                && writes.next(w) < 0
                && history.kind(w) == OpKind.APPEND
                && !lastWords.get(w)
                && transactionOf(w) != t
                && history.ending(transactionOf(w)) != Ending.ABORTED;
        if (certain) {
            report(Anomaly.G1B, t, o, key, last, w);
        }
    }

    private int transactionOf(int operation) {
        int low = 0;
        int high = history.transactionCount() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (history.firstOperation(middle) <= operation) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private Content content(int value, boolean dead) {
        return value < 0 || dead
                ? Content.absent()
                : Content.live(history.values().get(value));
    }

    private void report(Anomaly anomaly, int t, int o, int key, Content seen, Optional<Transaction> writer) {
        if (findings.size() < limit) {
            findings.add(new Finding(
                    anomaly,
                    history.transaction(t),
                    new Operation(history, o),
                    history.keys().get(key),
                    seen,
                    writer));
        }
    }
}
