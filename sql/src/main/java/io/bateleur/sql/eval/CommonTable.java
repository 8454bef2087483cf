package io.bateleur.sql.eval;

import java.util.List;

/** What WITH has named: its rows are computed once. @param memo where they are kept */
record CommonTable(List<String> columns, List<SqlType> types, QueryPlan plan, int memo) {

    @SuppressWarnings("unchecked")
    List<Tuple> tuples(Frame frame) {
        Object kept = frame.memo[memo];
        if (kept == null) {
            kept = plan.run(frame).settled(frame.tables);
            frame.memo[memo] = kept;
        }
        return (List<Tuple>) kept;
    }
}
