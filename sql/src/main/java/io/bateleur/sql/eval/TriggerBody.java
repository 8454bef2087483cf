package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Procedural;

/** What a trigger does. */
record TriggerBody(Routine routine, Rows rows) {

    /** Where the row is as it will be, and as it was. */
    record Rows(int now, int old) {
        /** Which of them RETURN gives; -1: none. */
        int returned(Procedural.Return end) {
            if (end.value() instanceof Expr.Column column) {
                if (column.is("new")) {
                    return now;
                }
                if (column.is("old")) {
                    return old;
                }
            }
            if (end.value() == null || end.value() instanceof Expr.Null) {
                return -1;
            }
            throw new Outside(end, "a trigger that returns something other than NEW, OLD or NULL");
        }
    }
}
