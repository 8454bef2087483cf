package io.bateleur.sql.eval;

import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** WITH RECURSIVE: a query that starts from some rows and goes on from what it found. */
final class Recursion {
    /** How many rounds there are at most; what needs more is not evaluated. */
    private static final int ROUNDS = 10_000;

    private Recursion() {}

    static boolean mentions(Query query, Name name) {
        return Walk.all(query, From.Table.class).stream()
                .anyMatch(table ->
                        table.name().parts().size() == 1 && table.name().last().matches(name));
    }

    static QueryPlan plan(Compilation compilation, Scope scope, Query.Cte cte, Query query) {
        boolean union = query.body() instanceof QueryBody.SetOperation operation
                && operation.kind() == QueryBody.SetKind.UNION
                && query.isPlain();
        if (!union) {
            throw new Outside(cte, "recursion in this form");
        }
        QueryBody.SetOperation operation = (QueryBody.SetOperation) query.body();
        QueryPlan first = new QueryCompiler(compilation, new Scope(scope.outer)).plan(operation.left());
        List<String> columns = cte.columns().isEmpty()
                ? first.columns()
                : cte.columns().stream().map(Name::text).toList();
        int memo = compilation.newMemo();
        QueryPlan nothing = QueryCompiler.plan(columns, first.types(), frame -> RowSet.nothing(columns));
        compilation.commonTables.put(
                cte.name().text().toLowerCase(Locale.ROOT), new CommonTable(columns, first.types(), nothing, memo));
        int before = compilation.memos();
        QueryPlan next = new QueryCompiler(compilation, new Scope(scope.outer)).plan(operation.right());
        int after = compilation.memos();
        boolean all = operation.words().equals("ALL");
        SqlType[] types = first.types().toArray(SqlType[]::new);
        Alignment[] alignments = first.types().stream()
                .map(type -> new Alignment(type, compilation.dialect))
                .toArray(Alignment[]::new);
        return QueryCompiler.plan(columns, first.types(), frame -> {
            List<Tuple> found = new ArrayList<>();
            Set<Object> seen = new HashSet<>();
            List<Tuple> round = fresh(first.run(frame).settled(frame.tables), all, seen, types, cte, alignments);
            for (int i = 0; !round.isEmpty(); i++) {
                if (i == ROUNDS) {
                    throw new Outside(cte, "a recursion of more than " + ROUNDS + " rounds");
                }
                found.addAll(round);
                frame.memo[memo] = round;
                for (int m = before; m < after; m++) {
                    frame.memo[m] = null;
                }
                round = fresh(next.run(frame).settled(frame.tables), all, seen, types, cte, alignments);
            }
            frame.memo[memo] = null;
            return RowSet.of(columns, found);
        });
    }

    private static List<Tuple> fresh(
            List<Tuple> tuples, boolean all, Set<Object> seen, SqlType[] types, Query.Cte cte, Alignment[] alignments) {
        List<Tuple> fresh = new ArrayList<>();
        for (Tuple tuple : tuples) {
            if (tuple.presence() != Presence.SURE || Unknown.in(tuple.values())) {
                throw new Outside(cte, "a recursion over rows that are not known");
            }
            Object[] values = tuple.values().clone();
            for (int i = 0; i < values.length; i++) {
                values[i] = alignments[i].align(values[i]);
            }
            if (all || seen.add(Distinct.key(values, types))) {
                fresh.add(new Tuple(values, Presence.SURE));
            }
        }
        return fresh;
    }
}
