package io.bateleur.sql.audit;

import io.bateleur.sql.eval.TableShape;
import java.util.List;
import java.util.Set;

/**
 * What an execution starts from.
 *
 * @param evaluation of the statements of the log
 * @param rows of all tables at first
 * @param unknown tables that may have any rows at first
 */
record StartingPoint(Evaluation evaluation, List<PlainRow> rows, Set<TableShape> unknown) {
    StartingPoint {
        rows = List.copyOf(rows);
        unknown = Set.copyOf(unknown);
    }

    VersionStore store() {
        VersionStore store = new VersionStore();
        rows.forEach(row -> store.initial(row.table(), row.values()));
        unknown.forEach(table -> store.obscure(store.table(table)));
        return store;
    }

    /** The same with these rows in place of its own. */
    StartingPoint from(List<PlainRow> others) {
        return new StartingPoint(evaluation, others, unknown);
    }
}
