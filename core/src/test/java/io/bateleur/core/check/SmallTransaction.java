package io.bateleur.core.check;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A transaction of a {@link SmallRun}: decides what to do, does it, and writes down what it saw. */
final class SmallTransaction {
    static final int WRITES_ONLY = 6;
    private static final Value[] BOUNDS = {Value.of("a"), Value.of("b"), Value.of("c"), Value.of("d"), Value.of("e")};

    private final SmallRun run;
    private final ToyStore store;
    private final SmallClock clock;
    private final int session;
    private final boolean timed;
    /** From 0, it only reads, to {@link #WRITES_ONLY}, it only writes. */
    private final int inclination;

    private int stepsLeft;
    private @Nullable TransactionBuilder builder;
    private long snapshot;
    /** What it has written, by key; of a list, what it has appended. */
    private final TreeMap<Integer, Content> written = new TreeMap<>();

    private final TreeMap<Integer, List<Value>> appended = new TreeMap<>();

    SmallTransaction(SmallRun run, SmallClock clock, int session, int inclination) {
        this.run = run;
        this.store = run.store;
        this.clock = clock;
        this.session = session;
        timed = run.has(Feature.TIMES) && !run.oneIn(12);
        this.inclination = inclination;
        stepsLeft = run.parted ? inclination == 0 ? 3 : 1 : run.random.nextInt(1, 6);
    }

    int session() {
        return session;
    }

    void finish() {
        boolean ended = step();
        while (!ended) {
            ended = step();
        }
    }

    /** Does one thing; true when that was the end. */
    boolean step() {
        if (builder == null) {
            begin();
            return false;
        }
        if (stepsLeft-- == 0) {
            end();
            return true;
        }
        int key = run.random.nextInt(run.isList.length);
        boolean writes = run.random.nextInt(WRITES_ONLY) < inclination;
        if (writes) {
            write(key);
        } else if (run.has(Feature.RANGES) && run.oneIn(2)) {
            range();
        } else {
            read(key);
        }
        return false;
    }

    /** Reads all lists and commits, so that what became of them is told. */
    void observeLists() {
        begin();
        for (int key = 0; key < run.isList.length; key++) {
            if (run.isList[key]) {
                read(key);
            }
        }
        builder.commit();
    }

    private void begin() {
        String id = "T" + run.history.transactionCount();
        builder = run.history.begin("s" + session, id);
        if (run.has(Feature.MIXED_LEVELS) && !run.oneIn(5)) {
            builder.level(run.level());
        }
        snapshot = run.discipline.atBegin(store, run);
        if (clock.timesBeginsAndEnds()) {
            stamp();
        }
    }

    private void end() {
        Ending ending = run.ending();
        boolean happens = ending == Ending.COMMITTED || ending == Ending.UNKNOWN && run.oneIn(2);
        if (run.discipline == SmallDiscipline.UNCOMMITTED) {
            if (!happens) {
                written.keySet().forEach(key -> store.remove(key, builder.number()));
            }
        } else if (happens) {
            store.nextCommit(snapshot);
            written.forEach((key, content) -> install(key, content, appended.getOrDefault(key, List.of())));
        }
        if (ending == Ending.UNKNOWN) {
            written.keySet().forEach(run::unsure);
        }
        builder.end(ending);
        if (clock.timesBeginsAndEnds()) {
            stamp();
        }
    }

    private void install(int key, Content content, List<Value> elements) {
        store.install(key, builder.number(), content, elements, run.misplaces && !run.isList[key] ? run.random : null);
    }

    // ---- writes

    private void write(int key) {
        if (run.isList[key]) {
            append(key);
            return;
        }
        Content content;
        if (run.has(Feature.DELETES) && run.oneIn(3)) {
            boolean told = run.has(Feature.TOMBSTONES) && !run.oneIn(3);
            content = told ? Content.tombstone(run.value()) : Content.absent();
            builder.operation(OpKind.DELETE, run.keys.get(key), content);
        } else {
            content = Content.live(run.value());
            boolean told = !(run.has(Feature.UNKNOWN_VALUES) && run.oneIn(6));
            builder.operation(OpKind.PUT, run.keys.get(key), told ? content : Content.unknown());
        }
        stamp();
        written.put(key, content);
        store.noteWrite(key, content);
        if (run.discipline == SmallDiscipline.UNCOMMITTED) {
            store.remove(key, builder.number());
            store.nextCommit(snapshot);
            install(key, content, List.of());
        }
    }

    private void append(int key) {
        Value element = run.value();
        builder.append(run.keys.get(key), element);
        stamp();
        written.put(key, Content.absent());
        appended.computeIfAbsent(key, k -> new ArrayList<>()).add(element);
        if (run.discipline == SmallDiscipline.UNCOMMITTED) {
            store.nextCommit(snapshot);
            install(key, Content.absent(), List.of(element));
        }
    }

    // ---- reads

    private void read(int key) {
        boolean own = written.containsKey(key);
        if (own && !run.has(Feature.OWN_READS)) {
            return;
        }
        Value name = run.keys.get(key);
        if (run.has(Feature.UNKNOWN_VALUES) && run.oneIn(8)) {
            builder.operation(run.isList[key] ? OpKind.READ_LIST : OpKind.GET, name, Content.unknown());
        } else if (run.isList[key]) {
            List<Value> list = list(key);
            boolean absent = list.isEmpty() && run.oneIn(2);
            builder.operation(OpKind.READ_LIST, name, absent ? Content.absent() : Content.live(Value.list(list)));
        } else {
            builder.operation(OpKind.GET, name, tellTombstone(register(key)));
        }
        stamp();
    }

    private Content register(int key) {
        Content own = written.get(key);
        if (own != null && !run.oneIn(2 * run.noise)) {
            return own;
        }
        if (run.oneIn(run.noise)) {
            return run.oneIn(8) ? Content.live(run.value()) : store.anythingWritten(key, run.random);
        }
        return store.content(key, place(key));
    }

    private List<Value> list(int key) {
        List<Value> result = new ArrayList<>(store.list(key, place(key)));
        boolean there = run.discipline == SmallDiscipline.UNCOMMITTED;
        if (!there && !run.oneIn(2 * run.noise)) {
            result.addAll(appended.getOrDefault(key, List.of()));
        }
        if (run.oneIn(2 * run.noise) && !result.isEmpty()) {
            result.remove(run.random.nextInt(result.size()));
        }
        return result;
    }

    /** The place in its chain of the version of a key that it is to see. */
    private int place(int key) {
        if (run.oneIn(run.noise)) {
            return run.random.nextInt(store.versions(key));
        }
        return store.latest(key, run.discipline.atRead(store, run, snapshot));
    }

    private Content tellTombstone(Content content) {
        return content instanceof Content.Dead && run.oneIn(2) ? Content.absent() : content;
    }

    private void range() {
        // Wide ranges say most.
        int from = run.oneIn(2) ? 0 : run.random.nextInt(BOUNDS.length - 1);
        int to = run.oneIn(2) ? BOUNDS.length - 1 : run.random.nextInt(from, BOUNDS.length);
        Value low = from == 0 && run.oneIn(2) ? null : BOUNDS[from];
        boolean open = to == BOUNDS.length - 1 && !run.has(Feature.LISTS) && run.oneIn(2);
        Value high = open ? null : BOUNDS[to];
        boolean iterates = run.oneIn(2);
        int limit = iterates && run.oneIn(2) ? run.random.nextInt(3) : Integer.MAX_VALUE;
        List<Item> items = new ArrayList<>();
        List<Item> dead = new ArrayList<>();
        boolean stopped = false;
        for (int key = 0; key < run.isList.length && !stopped; key++) {
            Value name = run.keys.get(key);
            boolean inside = (low == null || name.compareTo(low) >= 0) && (high == null || name.compareTo(high) < 0);
            if (inside && items.size() == limit) {
                stopped = true;
            } else if (inside) {
                Content content = register(key);
                if (run.has(Feature.UNTOLD_ITEMS) && run.oneIn(12)) {
                    items.add(new Item(name, Content.untold()));
                } else if (content instanceof Content.Live) {
                    boolean keyOnly = run.has(Feature.UNTOLD_ITEMS) && run.oneIn(2);
                    items.add(new Item(name, keyOnly ? Content.unknown() : content));
                } else if (run.has(Feature.TOMBSTONES) && !content.equals(Content.absent()) && run.oneIn(2)) {
                    dead.add(new Item(name, tellTombstone(content)));
                }
            }
        }
        if (stopped) {
            // Of what comes after the last item nothing is said.
            dead.removeIf(item -> items.isEmpty()
                    || item.key().compareTo(items.get(items.size() - 1).key()) > 0);
        }
        items.addAll(dead);
        OpKind kind = iterates ? OpKind.ITERATE : OpKind.SCAN;
        builder.range(kind, low, high, items, stopped ? HistoryBuilder.STOPPED : 0);
        stamp();
    }

    private void stamp() {
        if (timed) {
            clock.stamp(session, builder);
        }
    }
}
