package io.bateleur.sql.audit;

import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Statement;

/** Which statements read without locking anything. */
final class PlainReads {
    private PlainReads() {}

    static boolean isQuery(Statement statement) {
        return statement instanceof Query;
    }

    static boolean is(Statement statement) {
        return statement instanceof Query query && query.locks().isEmpty();
    }
}
