package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.Reach;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.resolve.TriggerReach;
import java.util.BitSet;
import java.util.List;

/**
 * The table that a statement changes.
 *
 * @param source as the statement names it
 * @param reach all that the statement may write
 * @param triggers what fires beside it
 * @param eachRow whether that fires for rows that change, and for no statement that changes none
 * @param path where its session looks names up
 */
record Target(
        Relation relation,
        RowSource source,
        Reach reach,
        List<TriggerReach> triggers,
        boolean eachRow,
        List<String> path) {

    /** Whether triggers leave the rows to the statement, and their keys as it says. */
    boolean keepsRows() {
        for (TriggerReach each : triggers) {
            BitSet rewritten = each.rewritten();
            if (rewritten == null || rewritten.stream().anyMatch(column -> relation.keyPlace(column) >= 0)) {
                return false;
            }
        }
        return true;
    }

    /** Columns whose values triggers may replace. */
    BitSet rewritten() {
        BitSet all = new BitSet();
        for (TriggerReach each : triggers) {
            BitSet rewritten = each.rewritten();
            if (rewritten != null) {
                all.or(rewritten);
            }
        }
        return all;
    }
}
