package io.bateleur.sql.lift;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Statements that empty a table, as tests do before each run.
 *
 * <p>Which rows went is not told. But when no other transaction that touches the table overlaps in real time, deleting every row that
 * was seen or written before says the same: a delete of a row that is not there changes nothing, and there is nobody to conflict with.
 * Otherwise the table is left out.
 */
final class Clears {
    private static final String OVERLAP = "a table was emptied while other transactions used it, or without times";

    private record Clear(int transaction, int operation) {}

    private record Need(int transaction, Relation child) {}

    private final History history;
    private final Map<Relation, Map<Integer, Set<List<Value>>>> touched = new HashMap<>();
    private final Map<Relation, List<Clear>> clears = new LinkedHashMap<>();
    private final List<Need> needs = new ArrayList<>();
    private final Map<Relation, Map<Integer, List<List<Value>>>> rows = new HashMap<>();
    private boolean resolved;

    Clears(History history) {
        this.history = history;
    }

    /** Notes that a transaction read or wrote a row. */
    void touch(int transaction, Relation relation, List<Value> row) {
        touches(relation, transaction).add(row);
    }

    /** Notes that a transaction looked for rows. */
    void scanned(int transaction, Relation relation) {
        touches(relation, transaction);
    }

    private Set<List<Value>> touches(Relation relation, int transaction) {
        return touched.computeIfAbsent(relation, r -> new HashMap<>())
                .computeIfAbsent(transaction, t -> new LinkedHashSet<>());
    }

    /** Notes that a statement empties a table, or gives the rows that went with it once that is known. */
    List<List<Value>> clear(int transaction, int operation, Relation relation) {
        if (resolved) {
            return rows.getOrDefault(relation, Map.of()).getOrDefault(operation, List.of());
        }
        touches(relation, transaction);
        clears.computeIfAbsent(relation, r -> new ArrayList<>()).add(new Clear(transaction, operation));
        return List.of();
    }

    /** Notes that a statement was undone by a rollback to a savepoint. */
    void undo(int operation, Relation relation) {
        List<Clear> all = clears.get(relation); // null of a table without a key
        if (!resolved && all != null) {
            all.removeIf(clear -> clear.operation == operation);
        }
    }

    /** Notes that a statement may change rows of a table unless there are none. */
    void needEmpty(int transaction, Relation child) {
        if (!resolved) {
            needs.add(new Need(transaction, child));
        }
    }

    /** Decides what each statement deleted, and taints tables where that cannot be told. */
    void resolve(Taints taints) {
        resolved = true;
        Set<Relation> alone = new HashSet<>();
        clears.forEach((relation, all) -> {
            if (resolve(relation, all)) {
                alone.add(relation);
            } else {
                taints.table(relation, SideEffects.ALWAYS, OVERLAP);
            }
        });
        for (Need need : needs) {
            if (!alone.contains(need.child) || !isEmpty(need)) {
                taints.table(need.child, SideEffects.ALWAYS, "a delete that deletes or changes rows of other tables");
            }
        }
    }

    private boolean resolve(Relation relation, List<Clear> all) {
        Map<Integer, Set<List<Value>>> touches = touched.getOrDefault(relation, Map.of());
        List<Integer> order = new ArrayList<>(touches.keySet());
        order.sort(Comparator.comparingLong(this::start).thenComparing(Comparator.naturalOrder()));
        Map<Integer, List<Integer>> operations = new HashMap<>();
        all.forEach(clear -> operations
                .computeIfAbsent(clear.transaction, t -> new ArrayList<>())
                .add(clear.operation));
        Set<List<Value>> seen = new LinkedHashSet<>();
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < order.size(); i++) {
            int t = order.get(i);
            List<Integer> emptied = operations.get(t);
            seen.addAll(touches.getOrDefault(t, Set.of()));
            if (emptied != null) {
                boolean last = i + 1 == order.size();
                boolean alone = start(t) != History.NO_TIME
                        && end(t) != Long.MAX_VALUE
                        && latest < start(t)
                        && (last || end(t) < start(order.get(i + 1)));
                if (!alone) {
                    return false;
                }
                List<List<Value>> gone = List.copyOf(seen);
                emptied.forEach(operation ->
                        rows.computeIfAbsent(relation, r -> new HashMap<>()).put(operation, gone));
                if (history.isCommitted(t)) {
                    seen.clear();
                    seen.addAll(touches.getOrDefault(t, Set.of()));
                }
            }
            latest = Math.max(latest, end(t));
        }
        return true;
    }

    /** Whether the last that happened to a table before a transaction is that it was emptied. */
    private boolean isEmpty(Need need) {
        int before = -1;
        for (int t : touched.getOrDefault(need.child, Map.of()).keySet()) {
            if (t == need.transaction || start(t) == History.NO_TIME || end(t) >= start(need.transaction)) {
                if (start(t) <= end(need.transaction) && t != need.transaction || start(t) == History.NO_TIME) {
                    return false;
                }
            } else if (history.ending(t) != Ending.ABORTED && (before < 0 || start(t) > start(before))) {
                before = t;
            }
        }
        int last = before;
        return last >= 0
                && clears.getOrDefault(need.child, List.of()).stream().anyMatch(clear -> clear.transaction == last)
                && touches(need.child, last).isEmpty();
    }

    private long start(int t) {
        long begin = history.beginBefore(t);
        boolean first = begin == History.NO_TIME && history.firstOperation(t) < history.firstOperation(t + 1);
        return first ? history.before(history.firstOperation(t)) : begin;
    }

    /** A transaction in doubt may end at any time. */
    private long end(int t) {
        long end = history.endAfter(t);
        return end == History.NO_TIME || history.ending(t) == Ending.UNKNOWN ? Long.MAX_VALUE : end;
    }
}
