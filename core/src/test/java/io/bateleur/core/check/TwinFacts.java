package io.bateleur.core.check;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.Arrays;

/** What a small history says before anything is resolved: who installs what, who precedes whom, what was there first. */
final class TwinFacts {
    final History history;
    final int transactions;
    final int keys;
    int committed;
    int unknown;
    /** Session order, of all transactions that are not aborted; and real time. */
    long so;

    long rt;
    /** By key and transaction: what it installs, or null. */
    final TwinWrite[][] writes;
    /** By key: the transactions that are not aborted and install it; and those of them that leave it live. */
    final int[] writers;

    final int[] liveWriters;
    /** By key: whether it holds a list, so that what a version holds depends on those before it. */
    final boolean[] isList;
    /** By key: what was there first, or null when nobody knows. */
    final TwinContent[] initial;
    /** Unknown transactions that a version order of the trace names. */
    int installed;

    /** By key: the version order that the trace tells, as far as it does. */
    final long[] hints;

    TwinFacts(History history) {
        this.history = history;
        transactions = history.transactionCount();
        keys = history.keyCount();
        if (transactions > Relation.NODES_MAX) {
            throw new IllegalArgumentException(transactions + " transactions are too many to try everything");
        }
        writes = new TwinWrite[keys][transactions];
        writers = new int[keys];
        liveWriters = new int[keys];
        isList = new boolean[keys];
        initial = new TwinContent[keys];
        hints = new long[keys];
        endings();
        sessionOrder();
        realTime();
        initialState();
        for (int t = 0; t < transactions; t++) {
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                write(t, o);
            }
        }
        installed();
        hints();
    }

    boolean mayHappen(int transaction) {
        return ((committed | unknown) >> transaction & 1) != 0;
    }

    /** What a transaction has done to a key after an operation, given what it had done before. */
    TwinWrite after(TwinWrite before, int operation) {
        int value = history.value(operation);
        return history.kind(operation) == OpKind.APPEND
                ? TwinWrite.append(before, value)
                : TwinWrite.of(TwinContent.of(history, value, history.kind(operation) == OpKind.DELETE));
    }

    private void endings() {
        for (int t = 0; t < transactions; t++) {
            committed |= history.ending(t) == Ending.COMMITTED ? 1 << t : 0;
            unknown |= history.ending(t) == Ending.UNKNOWN ? 1 << t : 0;
        }
    }

    private void sessionOrder() {
        for (int i = 0; i < transactions; i++) {
            for (int j = i + 1; j < transactions; j++) {
                // Transactions are numbered in the order in which they began, so within a session too.
                if (history.sessionOf(i) == history.sessionOf(j) && mayHappen(i) && mayHappen(j)) {
                    so |= Relation.pair(i, j);
                }
            }
        }
    }

    private void realTime() {
        for (int i = 0; i < transactions; i++) {
            for (int j = 0; j < transactions; j++) {
                long end = end(i);
                long begin = begin(j);
                // Of an unknown ending only the client's patience has a time: the transaction may happen later.
                boolean ended = history.isCommitted(i) && end != History.NO_TIME;
                if (i != j && ended && mayHappen(j) && begin != History.NO_TIME && end < begin) {
                    rt |= Relation.pair(i, j);
                }
            }
        }
    }

    private long begin(int transaction) {
        long begin = history.beginBefore(transaction);
        if (begin != History.NO_TIME) {
            return begin;
        }
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            long before = history.before(o);
            begin = begin == History.NO_TIME || before != History.NO_TIME && before < begin ? before : begin;
        }
        return begin;
    }

    private long end(int transaction) {
        long end = history.endAfter(transaction);
        if (end != History.NO_TIME) {
            return end;
        }
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            // A missing time is smaller than all others.
            end = Math.max(end, history.after(o));
        }
        return end;
    }

    private void initialState() {
        if (history.initialState() != InitialState.UNKNOWN) {
            Arrays.fill(initial, TwinContent.ABSENT);
        }
        history.initiallyAbsent().forEach(key -> initial[history.keys().find(key)] = TwinContent.ABSENT);
        history.initialContents().forEach((key, value) -> {
            int held = history.values().find(value);
            initial[history.keys().find(key)] = TwinContent.of(history, held, false);
        });
    }

    private void write(int t, int operation) {
        OpKind kind = history.kind(operation);
        if (kind.isWrite()) {
            int key = history.key(operation);
            writes[key][t] = after(writes[key][t], operation);
            isList[key] |= kind == OpKind.APPEND;
        } else if (kind == OpKind.READ_LIST) {
            isList[history.key(operation)] = true;
        }
    }

    private void installed() {
        for (int key = 0; key < keys; key++) {
            for (int t = 0; t < transactions; t++) {
                if (writes[key][t] != null && mayHappen(t)) {
                    writers[key] |= 1 << t;
                    liveWriters[key] |= writes[key][t].isLive() ? 1 << t : 0;
                }
            }
        }
    }

    private void hints() {
        for (Value key : history.orderedKeys()) {
            int number = history.keys().find(key);
            int[] order = history.versionOrder(number);
            for (int i = 0; i < order.length; i++) {
                installed |= writers[number] & unknown & 1 << order[i];
                for (int j = i + 1; j < order.length; j++) {
                    hints[number] |= Relation.pair(order[i], order[j]);
                }
            }
        }
    }
}
