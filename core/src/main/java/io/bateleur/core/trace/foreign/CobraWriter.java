package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.ValuePool;
import io.bateleur.core.trace.Sink;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes one log per session. Values become write ids, as long as no two writes share one and none means something special;
 * else every write has the universal id and is known by its value only.
 */
final class CobraWriter {
    private final History history;
    private final long[] sessions;
    private final long[] transactions;
    /** Numbers the values that were written; by that number, who wrote them. */
    private final ValuePool written = ValuePool.dense();

    private int[] writers = new int[1024];
    private boolean universal;
    private final boolean timed;

    CobraWriter(History history) {
        this.history = history;
        this.sessions = IntegerNames.ofSessions(history, name -> name >= 0 && name < 1_000_000_000_000_000_000L);
        this.transactions = IntegerNames.ofTransactions(history, t -> true, id -> !CobraFormat.isReserved(id));
        this.timed = allTimed();
        for (int t = 0; t < history.transactionCount(); t++) {
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                noteValue(t, o);
            }
        }
    }

    private void noteValue(int transaction, int operation) {
        if (history.isDead(operation)) {
            return;
        }
        long value = history.values().integer(history.value(operation));
        universal |= CobraFormat.isReserved(value);
        if (history.kind(operation) == OpKind.PUT) {
            int known = written.size();
            int number = written.intern(value);
            universal |= number < known;
            if (number >= writers.length) {
                writers = Arrays.copyOf(writers, 2 * writers.length);
            }
            writers[number] = transaction;
        }
    }

    /** Whether every start and every commit has a time, if need be that of the first or last operation. */
    private boolean allTimed() {
        if (!history.hasTimes()) {
            return false;
        }
        for (int t = 0; t < history.transactionCount(); t++) {
            if (startTime(t) == History.NO_TIME || (history.isCommitted(t) && commitTime(t) == History.NO_TIME)) {
                return false;
            }
        }
        return true;
    }

    /** As early as it may have been: an order by time must not be made up. */
    private long startTime(int transaction) {
        long begin = history.beginBefore(transaction);
        int first = history.firstOperation(transaction);
        return begin != History.NO_TIME || first == history.firstOperation(transaction + 1)
                ? begin
                : history.before(first);
    }

    /** As late as it may have been. */
    private long commitTime(int transaction) {
        long end = history.endAfter(transaction);
        int last = history.firstOperation(transaction + 1) - 1;
        return end != History.NO_TIME || last < history.firstOperation(transaction) ? end : history.after(last);
    }

    void write(Sink sink) throws IOException {
        for (int s = 0; s < history.sessionCount(); s++) {
            try (DataOutputStream out = new DataOutputStream(sink.child("T" + sessions[s] + ".log"))) {
                for (int i = 0; i < history.sessionSize(s); i++) {
                    write(history.transactionOfSession(s, i), out);
                }
            }
        }
    }

    private void write(int transaction, DataOutputStream out) throws IOException {
        out.write('S');
        out.writeLong(transactions[transaction]);
        if (timed) {
            out.writeLong(startTime(transaction));
        }
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            if (history.kind(o) == OpKind.GET) {
                get(o, out);
            } else {
                put(o, out);
            }
        }
        if (history.isCommitted(transaction)) {
            out.write('C');
            out.writeLong(transactions[transaction]);
            if (timed) {
                out.writeLong(commitTime(transaction));
            }
        }
    }

    private void put(int operation, DataOutputStream out) throws IOException {
        boolean dead = history.isDead(operation);
        long value = dead ? 0 : history.values().integer(history.value(operation));
        out.write('W');
        out.writeLong(dead ? CobraFormat.DELETED : universal ? CobraFormat.UNIVERSAL : value);
        out.writeLong(history.keys().integer(history.key(operation)));
        out.writeLong(value);
    }

    private void get(int operation, DataOutputStream out) throws IOException {
        boolean dead = history.isDead(operation);
        long value = dead ? 0 : history.values().integer(history.value(operation));
        out.write('R');
        if (dead) {
            out.writeLong(CobraFormat.INITIAL);
            out.writeLong(CobraFormat.INITIAL);
        } else {
            out.writeLong(universal ? CobraFormat.UNIVERSAL : writer(value));
            out.writeLong(universal ? CobraFormat.UNIVERSAL : value);
        }
        out.writeLong(history.keys().integer(history.key(operation)));
        out.writeLong(value);
    }

    private long writer(long value) {
        int number = written.find(value);
        return number < 0 ? CobraFormat.MISSING : transactions[writers[number]];
    }
}
