package io.bateleur.lab.jdbc;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether a violation is the known one of snapshots: two transactions at once, one of which deleted a row that the other inserted
 * (docs/findings/postgresql-reinsert.md).
 */
final class Reinserted {
    private Reinserted() {}

    /**
     * Whether the transactions that show a violation hold such a row.
     *
     * @param recorded the trace before it was lifted
     * @param part of the lifted history, what shows the violation
     */
    static boolean explains(History recorded, History part) {
        for (Transaction deletes : part.transactions()) {
            Set<List<Value>> gone = rows(deletes, OpKind.DELETE);
            for (Transaction inserts : part.transactions()) {
                Set<List<Value>> come = rows(inserts, OpKind.PUT);
                come.retainAll(gone);
                boolean other = !inserts.id().equals(deletes.id());
                if (other
                        && come.stream().anyMatch(row -> isInserted(recorded, inserts.id(), row))
                        && areAtOnce(recorded, deletes.id(), inserts.id())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A cell is called by its table, its column and its row. */
    private static Set<List<Value>> rows(Transaction transaction, OpKind kind) {
        Set<List<Value>> rows = new HashSet<>();
        for (Operation each : transaction.operations()) {
            if (each.kind() == kind && each.key() instanceof Value.Elements cell) {
                List<Value> parts = cell.value();
                rows.add(List.of(parts.get(0), Value.list(parts.subList(2, parts.size()))));
            }
        }
        return rows;
    }

    private static boolean isInserted(History recorded, Value transaction, List<Value> row) {
        String table = ((Value.Text) row.get(0)).value();
        String simple = table.substring(table.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
        return recorded.transaction(transaction).orElseThrow().operations().stream()
                .filter(each -> each.kind() == OpKind.SQL)
                .map(each -> each.statement().toUpperCase(Locale.ROOT))
                .anyMatch(text -> text.matches("(?s)(INSERT|MERGE|REPLACE)\\b.*\\b" + simple + "\\b.*"));
    }

    private static boolean areAtOnce(History recorded, Value first, Value second) {
        Transaction a = recorded.transaction(first).orElseThrow();
        Transaction b = recorded.transaction(second).orElseThrow();
        return start(a) < end(b) && start(b) < end(a);
    }

    private static long start(Transaction transaction) {
        return transaction.begin().map(Interval::before).orElse(Long.MIN_VALUE);
    }

    private static long end(Transaction transaction) {
        return transaction.end().map(Interval::after).orElse(Long.MAX_VALUE);
    }
}
