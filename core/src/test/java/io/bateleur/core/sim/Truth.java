package io.bateleur.core.sim;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a history's transactions really did, put together from the history and the store's journal, without the store's code. */
final class Truth {
    final History history;
    final Journal journal;
    /** The transactions that happened. */
    final List<Happened> happened = new ArrayList<>();

    private final Map<Integer, Happened> byNumber = new HashMap<>();
    /** The versions of each key, oldest first; the initial one is not among them. */
    private final Map<Value, List<Version>> versions = new TreeMap<>();

    private final List<String> wrong = new ArrayList<>();

    /** A transaction that happened. */
    static final class Happened {
        private final Transaction txn;
        private final Journal.Entry entry;

        Happened(Transaction txn, Journal.Entry entry) {
            this.txn = txn;
            this.entry = entry;
        }

        Transaction txn() {
            return txn;
        }

        Journal.Entry entry() {
            return entry;
        }

        boolean hasEffects() {
            return entry.index() > 0;
        }

        long start() {
            return entry.seen().get(0);
        }

        /** Whether its snapshot has the version of that writer. */
        boolean sees(Happened writer) {
            long index = writer.entry.index();
            return index <= entry.seen().get(writer.entry.site()) && index != entry.hole();
        }

        /** Whether it comes before the other one in the same session. */
        boolean isEarlierInSession(Happened other) {
            return txn.session().number() == other.txn.session().number() && txn.number() < other.txn.number();
        }

        /** Whether it ended before the other one began. */
        boolean precedes(Happened other) {
            return txn.end().orElseThrow().after()
                    < other.txn.begin().orElseThrow().before();
        }
    }

    /** A version: its content is null when it is dead. */
    record Version(
            Value key,
            Happened writer,
            long order,
            @Nullable Value content) {}

    Truth(History history, Journal journal) {
        this.history = history;
        this.journal = journal;
        for (Transaction t : history.transactions()) {
            Journal.Entry entry = journal.entry(t.number());
            if (entry != null) {
                Happened h = new Happened(t, entry);
                happened.add(h);
                byNumber.put(t.number(), h);
            }
        }
        journal.versions().forEach((key, installed) -> versions.put(Value.of((long) key), contents(key, installed)));
    }

    private List<Version> contents(int keyNumber, List<Journal.Installed> installed) {
        Value key = Value.of((long) keyNumber);
        Value before = history.initialContents().get(key);
        List<Version> result = new ArrayList<>();
        for (Journal.Installed i : installed) {
            Happened writer = byNumber.get(i.writer());
            if (writer == null) {
                throw new AssertionError("a version of " + key + " has a writer that did not happen");
            }
            Value content = before;
            for (Operation op : writer.txn.operations()) {
                if (op.kind().isWrite() && op.key().equals(key)) {
                    content = after(content, op);
                }
            }
            result.add(new Version(key, writer, i.order(), content));
            before = content;
        }
        return result;
    }

    static @Nullable Value after(@Nullable Value content, Operation write) {
        if (write.kind() == OpKind.DELETE) {
            return null;
        }
        Value written = ((Content.Live) write.content()).value();
        if (write.kind() == OpKind.PUT) {
            return written;
        }
        List<Value> elements = new ArrayList<>(content == null ? List.of() : ((Value.Elements) content).value());
        elements.add(written);
        return Value.list(elements);
    }

    Map<Value, List<Version>> versions() {
        return versions;
    }

    List<String> wrong() {
        return wrong;
    }

    void require(boolean holds, String message, Object... arguments) {
        if (!holds) {
            wrong.add(message.formatted(arguments));
        }
    }

    /** The last version of a key that satisfies the condition, or null for the initial one. */
    @Nullable
    Version last(Value key, Predicate<Version> visible) {
        Version last = null;
        for (Version v : versions.getOrDefault(key, List.of())) {
            last = visible.test(v) ? v : last;
        }
        return last;
    }

    @Nullable
    Value content(Value key, @Nullable Version version) {
        return version == null ? history.initialContents().get(key) : version.content;
    }

    // ---- checking reads

    /**
     * Checks that every read of every transaction that happened returned what it had to, given which committed versions each
     * of its operations saw; own writes come first.
     */
    void checkReads(Visibility visibility) {
        for (Happened h : happened) {
            Map<Value, List<Operation>> own = new HashMap<>();
            List<Operation> operations = h.txn.operations();
            for (int i = 0; i < operations.size(); i++) {
                int at = i;
                Operation op = operations.get(i);
                if (op.kind().isWrite()) {
                    own.computeIfAbsent(op.key(), k -> new ArrayList<>()).add(op);
                } else {
                    checkRead(h, i, op, key -> seen(key, own, v -> visibility.sees(h, at, v)));
                }
            }
        }
    }

    interface Visibility {
        boolean sees(Happened reader, int operation, Version version);
    }

    interface View {
        @Nullable
        Value content(Value key);
    }

    private @Nullable Value seen(Value key, Map<Value, List<Operation>> own, Predicate<Version> visible) {
        Value content = content(key, last(key, visible));
        for (Operation op : own.getOrDefault(key, List.of())) {
            content = after(content, op);
        }
        return content;
    }

    private void checkRead(Happened h, int index, Operation op, View view) {
        if (op.kind().isItemRead()) {
            Value expected = view.content(op.key());
            Content content = expected == null ? Content.absent() : Content.live(expected);
            require(
                    op.content().equals(content),
                    "%s[%d] reads %s=%s, not %s",
                    h.txn,
                    index,
                    op.key(),
                    op.content(),
                    content);
            return;
        }
        List<Item> all = new ArrayList<>();
        for (Value key : keysIn(op, h)) {
            Value expected = view.content(key);
            if (expected != null) {
                all.add(new Item(key, Content.live(expected)));
            }
        }
        List<Item> items = op.items();
        boolean partial = op.stoppedEarly() && items.size() <= all.size();
        List<Item> expected = partial ? all.subList(0, items.size()) : all;
        require(items.equals(expected), "%s[%d] finds %s, not %s", h.txn, index, items, expected);
        require(!op.stoppedEarly() || !items.isEmpty(), "%s[%d] stopped without an item", h.txn, index);
    }

    /** The keys of a range that anybody ever wrote, in their order. */
    private List<Value> keysIn(Operation range, Happened reader) {
        TreeSet<Value> keys = new TreeSet<>(versions.keySet());
        keys.addAll(history.initialContents().keySet());
        for (Operation op : reader.txn.operations()) {
            if (op.kind().isWrite()) {
                keys.add(op.key());
            }
        }
        return List.copyOf(keys.subSet(range.low().orElseThrow(), range.high().orElseThrow()));
    }

    // ---- dependencies

    /** Whether the dependencies, and the given order of transactions, have no cycle. */
    boolean isAcyclic(BiPredicate<Happened, Happened> alsoBefore) {
        Map<Happened, List<Happened>> edges = new HashMap<>();
        for (List<Version> order : versions.values()) {
            for (int i = 1; i < order.size(); i++) {
                edge(edges, order.get(i - 1).writer, order.get(i).writer);
            }
        }
        for (Happened h : happened) {
            readEdges(edges, h);
            for (Happened other : happened) {
                if (h != other && alsoBefore.test(h, other)) {
                    edge(edges, h, other);
                }
            }
        }
        Map<Happened, Boolean> done = new HashMap<>();
        return happened.stream().allMatch(h -> endsAt(h, edges, done));
    }

    private void readEdges(Map<Happened, List<Happened>> edges, Happened h) {
        for (Operation op : h.txn.operations()) {
            if (op.kind().isItemRead()) {
                readEdge(edges, h, op.key());
            } else if (op.kind().isRangeRead()) {
                List<Item> items = op.items();
                for (Value key : keysIn(op, h)) {
                    boolean reached = !op.stoppedEarly()
                            || key.compareTo(items.get(items.size() - 1).key()) <= 0;
                    if (reached) {
                        readEdge(edges, h, key);
                    }
                }
            }
        }
    }

    private void readEdge(Map<Happened, List<Happened>> edges, Happened h, Value key) {
        Version read = last(key, v -> v.writer != h && h.sees(v.writer));
        if (read != null) {
            edge(edges, read.writer, h);
        }
        for (Version v : versions.getOrDefault(key, List.of())) {
            if (read == null || v.order > read.order) {
                edge(edges, h, v.writer);
            }
        }
    }

    private static void edge(Map<Happened, List<Happened>> edges, Happened from, Happened to) {
        if (from != to) {
            edges.computeIfAbsent(from, k -> new ArrayList<>()).add(to);
        }
    }

    /** Depth first: false when a path comes back to itself. */
    private static boolean endsAt(Happened h, Map<Happened, List<Happened>> edges, Map<Happened, Boolean> done) {
        Boolean known = done.get(h);
        if (known != null) {
            return known;
        }
        done.put(h, false);
        for (Happened next : edges.getOrDefault(h, List.of())) {
            if (!endsAt(next, edges, done)) {
                return false;
            }
        }
        done.put(h, true);
        return true;
    }
}
