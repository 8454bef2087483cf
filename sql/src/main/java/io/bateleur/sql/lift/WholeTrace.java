package io.bateleur.sql.lift;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.List;

/**
 * What the statements of a whole trace do beside reading and writing. It is learnt when they are gone through for the first time;
 * {@link #resolve} then says what of that is certain, before they are gone through again.
 */
final class WholeTrace implements SideEffects {
    final Taints taints;
    final Clears clears;
    final Births births;

    WholeTrace(History recorded, Schema schema) {
        this.taints = new Taints(schema.columnCount());
        this.clears = new Clears(recorded);
        this.births = new Births(recorded);
    }

    void resolve() {
        clears.resolve(taints);
        births.resolve(taints);
    }

    @Override
    public void unknown(Relation relation, int column, long since, String why) {
        taints.column(relation, column, since, why);
    }

    @Override
    public void everything(long since, String why) {
        taints.everything(since, why);
    }

    /** What is known of a table holds for the whole trace, and so does doubt. */
    @Override
    public void doubtful(Relation relation, long since, String why) {
        taints.table(relation, ALWAYS, why);
    }

    @Override
    public List<List<Value>> cleared(int transaction, int statement, Relation relation, long since) {
        births.emptied(relation);
        return relation.key.length > 0 ? clears.clear(transaction, statement, relation) : List.of();
    }

    @Override
    public void uncleared(int statement, Relation relation) {
        clears.undo(statement, relation);
    }

    @Override
    public void needsEmpty(int transaction, Relation child, long since) {
        clears.needEmpty(transaction, child);
    }

    @Override
    public void born(int transaction, Relation relation, List<Value> row) {
        births.inserted(transaction, relation, row);
    }

    @Override
    public void deleted(Relation relation, List<Value> row) {
        births.deleted(relation, row);
    }
}
