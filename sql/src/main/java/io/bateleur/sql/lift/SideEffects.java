package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.util.List;

/**
 * What statements do beside reading and writing cells that are known. {@link WholeTrace} collects it before anything is
 * emitted; {@link LiveWorld}, which reads along, passes it on at once.
 */
interface SideEffects {
    /** From the first transaction on. */
    long ALWAYS = Long.MIN_VALUE;

    /** From this time on, something unknown may have written a column. */
    void unknown(Relation relation, int column, long since, String why);

    /** From this time on, something unknown may have written anything. */
    void everything(long since, String why);

    /** What a table is has become doubtful with a statement of this time. */
    void doubtful(Relation relation, long since, String why);

    /** A statement emptied a table. @return the rows that went with it, as far as they are known */
    List<List<Value>> cleared(int transaction, int statement, Relation relation, long since);

    /** A statement that emptied a table was undone by a rollback to a savepoint. */
    void uncleared(int statement, Relation relation);

    /** A statement may change rows of a table unless there are none. */
    void needsEmpty(int transaction, Relation child, long since);

    /** A row was not there, and now it is. */
    void born(int transaction, Relation relation, List<Value> row);

    /** Somebody deleted a row, or tried to. */
    void deleted(Relation relation, List<Value> row);

    default void unknownTable(Relation relation, long since, String why) {
        for (int c = 0; c < relation.columnCount(); c++) {
            unknown(relation, c, since, why);
        }
    }
}
