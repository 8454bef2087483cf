package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The dependencies between the instances of an execution: definition 3 of the paper, with reads as far as they could change. */
final class DependencyGraph {
    private final VersionStore store;
    private final Set<Dependency> edges = new LinkedHashSet<>();
    private final int instances;

    /** @param looks of instances that committed */
    DependencyGraph(Application application, VersionStore store, List<Look> looks, int instances) {
        this.store = store;
        this.instances = instances;
        for (String table : application.tables().keySet()) {
            for (RowKey key : store.keys(table)) {
                overwrites(key);
            }
        }
        for (Look look : looks) {
            for (RowKey key : store.keys(look.table())) {
                if (look.rows().test(key)) {
                    reads(look, key);
                }
            }
        }
    }

    Set<Dependency> edges() {
        return edges;
    }

    private void overwrites(RowKey key) {
        List<VersionStore.Written> versions = store.of(key);
        for (int i = 0; i < versions.size(); i++) {
            for (int j = i + 1; j < versions.size(); j++) {
                for (String column : versions.get(i).cells().keySet()) {
                    if (versions.get(j).cells().containsKey(column)) {
                        add(versions.get(i).writer(), versions.get(j).writer(), Dependency.Kind.WW, key, column, -1);
                    }
                }
            }
        }
    }

    private void add(int from, int to, Dependency.Kind kind, RowKey key, String column, int instruction) {
        if (from != to && from != VersionStore.INITIAL && to != VersionStore.INITIAL) {
            edges.add(new Dependency(from, to, kind, key.table(), column, instruction));
        }
    }

    private void reads(Look look, RowKey key) {
        @Nullable Map<String, @Nullable Object> own = look.own().get(key);
        boolean matches = look.matches().test(store.row(key, look.visible()::get, own));
        Set<String> columns = new LinkedHashSet<>(look.conditions());
        columns.addAll(look.outputs());
        for (String column : columns) {
            if (own == null || !own.containsKey(column)) {
                cell(look, key, column, matches);
            }
        }
    }

    private void cell(Look look, RowKey key, String column, boolean matches) {
        List<VersionStore.Written> versions = store.of(key);
        int source = -1;
        for (int i = 0; i < versions.size(); i++) {
            int writer = versions.get(i).writer();
            boolean seen = writer == VersionStore.INITIAL || look.visible().get(writer);
            if (seen && versions.get(i).cells().containsKey(column)) {
                source = i;
            }
        }
        boolean decides = look.conditions().contains(column);
        if (source >= 0 && (matches || decides && look.matches().test(store.rowAfter(key, source)))) {
            add(versions.get(source).writer(), look.instance(), Dependency.Kind.WR, key, column, look.instruction());
        }
        for (int i = source + 1; i < versions.size(); i++) {
            if (versions.get(i).cells().containsKey(column)
                    && versions.get(i).writer() != look.instance()
                    && (matches || decides && look.matches().test(store.rowAfter(key, i + 1)))) {
                add(look.instance(), versions.get(i).writer(), Dependency.Kind.RW, key, column, look.instruction());
            }
        }
    }

    boolean has(int from, int to, Dependency.Kind kind, String table, String column) {
        return edges.stream()
                .anyMatch(edge -> edge.from() == from
                        && edge.to() == to
                        && edge.kind() == kind
                        && edge.table().equals(table)
                        && edge.column().equals(column));
    }

    boolean isCyclic() {
        BitSet all = new BitSet();
        all.set(0, instances);
        return isCyclic(all);
    }

    /** Whether these instances alone have a cycle. */
    boolean isCyclic(BitSet among) {
        Set<Integer> left = new HashSet<>(among.stream().boxed().toList());
        boolean changed = true;
        while (changed) {
            changed = left.removeIf(
                    each -> edges.stream().noneMatch(edge -> edge.to() == each && left.contains(edge.from())));
        }
        return !left.isEmpty();
    }

    /** The fewest instances that have a cycle, or nothing. */
    @Nullable
    BitSet smallestCycle() {
        BitSet best = null;
        for (int mask = 1; mask < 1 << instances; mask++) {
            BitSet among = BitSet.valueOf(new long[] {mask});
            if ((best == null || among.cardinality() < best.cardinality()) && isCyclic(among)) {
                best = among;
            }
        }
        return best;
    }

    List<Dependency> between(int from, int to) {
        List<Dependency> found = new ArrayList<>();
        for (Dependency edge : edges) {
            if (edge.from() == from && edge.to() == to) {
                found.add(edge);
            }
        }
        return found;
    }
}
