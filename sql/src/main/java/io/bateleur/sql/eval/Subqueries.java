package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries in place of values. */
final class Subqueries {
    private Subqueries() {}

    /** A query inside of an expression; where it refers to nothing outside, its rows are kept while the statement runs. @param memo -1: they are not kept */
    record Inner(QueryPlan plan, int memo) {
        @SuppressWarnings("unchecked")
        List<Tuple> tuples(Frame frame) {
            if (memo < 0) {
                return run(frame);
            }
            Object kept = frame.memo[memo];
            if (kept == null) {
                kept = run(frame);
                frame.memo[memo] = kept;
            }
            return (List<Tuple>) kept;
        }

        private List<Tuple> run(Frame frame) {
            Presence outside = frame.presence;
            frame.presence = Presence.SURE;
            try {
                return plan.run(frame).settled(frame.tables);
            } finally {
                frame.presence = outside;
            }
        }
    }

    static Inner inner(ExpressionCompiler compiler, Query query) {
        Scope scope = new Scope(compiler.grouping == null ? compiler.scope : compiler.grouping.outside(compiler.scope));
        QueryPlan plan = compiler.plan(query, scope);
        boolean kept = !scope.correlated && plan.isStable();
        return new Inner(plan, kept ? compiler.compilation.newMemo() : -1);
    }

    static Code exists(ExpressionCompiler compiler, Expr.Exists exists) {
        Inner inner = inner(compiler, exists.query());
        return Code.of(SqlType.BOOLEAN, frame -> {
            Object found = false;
            for (Tuple tuple : inner.tuples(frame)) {
                if (tuple.presence() == Presence.SURE) {
                    return true;
                }
                found = Unknown.UNKNOWN;
            }
            return found;
        });
    }

    static Code scalar(ExpressionCompiler compiler, Query query) {
        Inner inner = inner(compiler, query);
        if (inner.plan().types().size() != 1) {
            throw new SqlError("42601", "a query in place of a value has several columns");
        }
        compiler.compilation.failing++;
        boolean first = compiler.compilation.dialect != io.bateleur.sql.tree.SqlDialect.OTHER
                && Habit.SEVERAL_ROWS_GIVE_THE_FIRST.of(compiler.compilation.dialect);
        String state = compiler.compilation.is(io.bateleur.sql.tree.SqlDialect.H2) ? "90053" : "21000";
        return Code.of(inner.plan().types().get(0), frame -> {
            try {
                return single(inner.tuples(frame), first, state);
            } catch (SqlError error) {
                return frame.failed(error);
            }
        });
    }

    private static @Nullable Object single(List<Tuple> tuples, boolean first, String state) {
        if (tuples.isEmpty()) {
            return null;
        }
        Tuple only = tuples.get(0);
        if (tuples.size() == 1) {
            return only.presence() == Presence.SURE ? only.values()[0] : Unknown.UNKNOWN;
        }
        long sure = tuples.stream()
                .filter(tuple -> tuple.presence() == Presence.SURE)
                .count();
        if (sure > 1 && !first) {
            throw new SqlError(state, "a query in place of a value has several rows");
        }
        boolean alike = sure == tuples.size()
                && tuples.stream().allMatch(tuple -> java.util.Objects.equals(tuple.values()[0], only.values()[0]));
        return alike ? only.values()[0] : Unknown.UNKNOWN;
    }
}
