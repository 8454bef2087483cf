package io.bateleur.sql.lift;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows that were certainly not there before the first transaction. A trace of an application seldom tells what was; but without
 * that, every value that is inserted may have been there before, and whoever read it may have read it then.
 *
 * <p>Of a table that did not exist when recording began, no row was there. And a primary key lets nobody insert a row that is there: where a
 * committed transaction inserted it, and nobody ever deleted it, it was not.
 */
final class Births {
    private final History recorded;
    private final FirstTables tables;
    private boolean resolved;
    private final Map<Relation, Map<List<Value>, Long>> inserted = new HashMap<>();
    private final Map<Relation, Set<List<Value>>> deleted = new HashMap<>();
    private final Set<Relation> emptied = new HashSet<>();

    Births(History recorded) {
        this.recorded = recorded;
        this.tables = FirstTables.of(recorded.about());
    }

    /** A plain insert succeeded. Where constraints wait for the commit, that says nothing before it. */
    void inserted(int transaction, Relation relation, List<Value> row) {
        if (!resolved && recorded.isCommitted(transaction)) {
            long end = recorded.endAfter(transaction);
            inserted.computeIfAbsent(relation, each -> new HashMap<>())
                    .merge(row, end == History.NO_TIME ? Long.MAX_VALUE : end, Math::min);
        }
    }

    /** What was inserted since something unknown may have been deleted says nothing of the beginning. */
    void resolve(Taints taints) {
        resolved = true;
        inserted.forEach((relation, rows) -> {
            long since = taints.since(relation, relation.existence());
            rows.values().removeIf(end -> since != Long.MAX_VALUE && end >= since);
        });
    }

    /** Somebody deleted a row, or tried to. */
    void deleted(Relation relation, List<Value> row) {
        deleted.computeIfAbsent(relation, each -> new HashSet<>()).add(row);
    }

    /** Somebody deleted rows that are not told. */
    void emptied(Relation relation) {
        emptied.add(relation);
    }

    boolean isInitiallyAbsent(Relation relation, List<Value> row) {
        if (tables.lack(relation.table.name().name())) {
            return true;
        }
        return !emptied.contains(relation)
                && inserted.getOrDefault(relation, Map.of()).containsKey(row)
                && !deleted.getOrDefault(relation, Set.of()).contains(row);
    }
}
