package io.bateleur.core.sim;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What clients saw of a history with unique values, sorted so that anomalies are easy to look for. No help from the store. */
final class Seen {
    /** A write by its place in its transaction. */
    record Write(Transaction txn, int step, Operation op) {}

    /** A committed transaction's read of something that it had not written itself, by its place in the transaction. */
    record Read(Transaction txn, int step, Value key, Content content) {}

    /** A committed transaction's range read. */
    record RangeRead(Transaction txn, int step, Operation op) {
        /** Whether it says of the key that it was not there. */
        boolean misses(Value key) {
            List<Item> items = op.items();
            boolean within = op.low().orElseThrow().compareTo(key) <= 0
                    && key.compareTo(op.high().orElseThrow()) < 0
                    && (!op.stoppedEarly()
                            || key.compareTo(items.get(items.size() - 1).key()) < 0);
            return within && items.stream().noneMatch(item -> item.key().equals(key));
        }
    }

    final History history;
    final List<Write> writes = new ArrayList<>();
    final List<Read> reads = new ArrayList<>();
    final List<RangeRead> rangeReads = new ArrayList<>();
    final Map<Value, Write> writerOf = new HashMap<>();
    final Map<Integer, List<Read>> readsOf = new HashMap<>();
    final Map<Value, List<Write>> writesTo = new HashMap<>();

    Seen(History history) {
        this.history = history;
        for (Transaction t : history.transactions()) {
            Set<Value> own = new HashSet<>();
            List<Operation> operations = t.operations();
            for (int step = 0; step < operations.size(); step++) {
                Operation op = operations.get(step);
                if (op.kind().isWrite()) {
                    own.add(op.key());
                    add(new Write(t, step, op));
                } else if (t.ending() == Ending.COMMITTED) {
                    addReads(t, step, op, own);
                }
            }
        }
    }

    private void add(Write write) {
        writes.add(write);
        writesTo.computeIfAbsent(write.op.key(), k -> new ArrayList<>()).add(write);
        if (write.op.content() instanceof Content.Live live) {
            writerOf.put(live.value(), write);
        }
    }

    private void addReads(Transaction t, int step, Operation op, Set<Value> own) {
        if (op.kind().isItemRead()) {
            if (!own.contains(op.key())) {
                add(new Read(t, step, op.key(), op.content()));
            }
            return;
        }
        rangeReads.add(new RangeRead(t, step, op));
        for (Item item : op.items()) {
            if (!own.contains(item.key())) {
                add(new Read(t, step, item.key(), item.content()));
            }
        }
    }

    private void add(Read read) {
        reads.add(read);
        readsOf.computeIfAbsent(read.txn.number(), n -> new ArrayList<>()).add(read);
    }

    List<Read> readsOf(Transaction t) {
        return readsOf.getOrDefault(t.number(), List.of());
    }

    List<Write> writesTo(Value key) {
        return writesTo.getOrDefault(key, List.of());
    }

    /** Who wrote what a read saw, the last element in the case of a list; null if nobody did. */
    Write source(Read read) {
        return read.content instanceof Content.Live live ? writerOf.get(lastOf(live.value())) : null;
    }

    static Value lastOf(Value value) {
        return value instanceof Value.Elements list
                ? list.value().get(list.value().size() - 1)
                : value;
    }

    /** Whether the first has read anything that the second wrote. */
    boolean readsFrom(Transaction reader, Transaction writer) {
        return readsOf(reader).stream().map(this::source).anyMatch(w -> w != null && isSame(w.txn, writer));
    }

    /** Committed writes that replaced what this read saw, for sure: their transactions had read the same and then wrote. */
    List<Write> replacements(Read read) {
        List<Write> found = new ArrayList<>();
        if (read.content instanceof Content.Dead && isEverDeleted(read.key)) {
            return found;
        }
        for (Write write : writesTo(read.key)) {
            boolean sawTheSame = readsOf(write.txn).stream()
                    .anyMatch(r -> r.step < write.step && r.key.equals(read.key) && r.content.equals(read.content));
            if (sawTheSame && !isSame(write.txn, read.txn)) {
                found.add(write);
            }
        }
        return found;
    }

    /** Whether the first reads a version that the second replaced. */
    boolean readsBefore(Transaction reader, Transaction writer) {
        return readsOf(reader).stream().anyMatch(r -> replacements(r).stream().anyMatch(w -> isSame(w.txn, writer)));
    }

    /** Whether a range read of the first misses a key that the second writes and nobody deletes between the two. */
    boolean rangeReadsBefore(Transaction reader, Transaction writer) {
        for (RangeRead range : rangeReads) {
            if (isSame(range.txn, reader)) {
                for (Operation op : writer.operations()) {
                    if (op.kind() == OpKind.PUT
                            && range.misses(op.key())
                            && isUndeletedBetween(op.key(), writer, reader)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Whether all deletes of the key either ended before the writer began or began after the reader ended. */
    boolean isUndeletedBetween(Value key, Transaction writer, Transaction reader) {
        return writesTo(key).stream()
                .filter(w -> w.op.kind() == OpKind.DELETE && w.txn.ending() != Ending.ABORTED)
                .allMatch(w -> precedes(w.txn, writer) || precedes(reader, w.txn));
    }

    private boolean isEverDeleted(Value key) {
        return writesTo(key).stream().anyMatch(w -> w.op.kind() == OpKind.DELETE);
    }

    List<Transaction> committed() {
        return history.transactions().stream()
                .filter(t -> t.ending() == Ending.COMMITTED)
                .toList();
    }

    static boolean isSame(Transaction a, Transaction b) {
        return a.number() == b.number();
    }

    /** Whether the first had ended before the second began. */
    static boolean precedes(Transaction first, Transaction second) {
        return first.end().orElseThrow().after() < second.begin().orElseThrow().before();
    }
}
