package io.bateleur.sql.eval;

import java.util.List;

/** A query as it is evaluated. */
interface QueryPlan {
    List<String> columns();

    List<SqlType> types();

    RowSet run(Frame frame);

    /** Whether it gives the same rows whenever it is asked with the same rows at hand. */
    default boolean isStable() {
        return true;
    }
}
