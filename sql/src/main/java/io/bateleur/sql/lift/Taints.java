package io.bateleur.sql.lift;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Columns that something may have written of which nothing certain is known. All operations on them are left out: what is left is a
 * projection of the history onto fewer keys, and every level that the history satisfies holds for it too.
 */
final class Taints {
    private final Schema schema;
    private final BitSet columns = new BitSet();
    private final Map<Integer, String> reasons = new HashMap<>();
    private @Nullable String all;

    Taints(Schema schema) {
        this.schema = schema;
    }

    void column(Relation relation, int column, String why) {
        int number = relation.firstColumn + column;
        if (!columns.get(number)) {
            columns.set(number);
            reasons.put(number, why);
        }
    }

    void table(Relation relation, String why) {
        for (int c = 0; c < relation.columnCount(); c++) {
            column(relation, c, why);
        }
    }

    void everything(String why) {
        if (all == null) {
            all = why;
        }
    }

    /** What goes or changes when rows of a table go or change their keys. */
    void cascade(Relation relation, String why) {
        Set<Relation> reached = schema.cascades(relation);
        if (reached == null) {
            everything(why);
        } else {
            reached.forEach(child -> table(child, why));
        }
    }

    /** Why nothing is known of a column, or null. */
    @Nullable
    String of(Relation relation, int column) {
        return all != null ? all : reasons.get(relation.firstColumn + column);
    }
}
