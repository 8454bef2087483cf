package io.bateleur.sql.eval;

import io.bateleur.sql.eval.Routine.Step;
import io.bateleur.sql.eval.Routine.Way;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Queries whose rows go into variables of a routine. */
final class RoutineQueries {
    private RoutineQueries() {}

    static Object found(List<Tuple> tuples) {
        for (Tuple tuple : tuples) {
            if (tuple.presence() == Presence.SURE) {
                return true;
            }
        }
        return tuples.isEmpty() ? (Object) false : Unknown.UNKNOWN;
    }

    /** The rows in the order in which they come; where that is free, or which there are is not known, nothing that follows is. */
    static List<Object[]> inOrder(RowSet rows, Tables chooser, Node at) {
        List<Tuple> settled = rows.settled(chooser);
        int[] ranks = rows.ranks();
        for (int i = 0; i < settled.size(); i++) {
            boolean sure = settled.get(i).presence() == Presence.SURE;
            boolean tie = i > 0 && (ranks == null || rows.offset() > 0 || ranks[i] == ranks[i - 1]);
            if (!sure || tie) {
                throw new Outside(at, "rows that come one by one in an order that is not known");
            }
        }
        return settled.stream().map(Tuple::values).toList();
    }

    // ---- SELECT INTO

    static Step into(RoutineCompiler compiler, Query query, QueryBody.Select select) {
        QueryBody.Into into = java.util.Objects.requireNonNull(select.into());
        QueryBody.Select plain = new QueryBody.Select(
                select.at(),
                select.modifiers(),
                select.distinctOn(),
                select.top(),
                select.items(),
                null,
                select.from(),
                select.where(),
                select.group(),
                select.having(),
                select.windows(),
                select.qualify());
        Query rest = new Query(query.at(), query.with(), plain, query.order(), query.limit(), query.locks());
        QueryPlan plan = new QueryCompiler(compiler.compilation, compiler.scope()).compile(rest);
        List<RoutineScope.Place> places = places(compiler, into.targets());
        boolean mysql = compiler.compilation.is(SqlDialect.MYSQL);
        boolean strict = into.words().contains("STRICT");
        int found = compiler.names.found();
        return activation -> {
            activation.refresh();
            activation.frame.tables.beginStatement();
            List<Tuple> tuples = plan.run(activation.frame).settled(activation.frame.tables);
            activation.variables[found] = found(tuples);
            if (tuples.isEmpty()) {
                if (mysql) {
                    throw RoutineErrors.noData();
                }
                if (strict) {
                    throw new SqlError("P0002", "a query has no row");
                }
                fill(places, activation.frame, null, compiler.names.dialect());
                return Way.NEXT;
            }
            boolean known = tuples.size() == 1 && tuples.get(0).presence() == Presence.SURE;
            if (!known && (mysql || strict)) {
                boolean many = tuples.stream()
                                .filter(tuple -> tuple.presence() == Presence.SURE)
                                .count()
                        > 1;
                if (!many) {
                    throw new Outside(select, "a query of which it is not known how many rows it has");
                }
                throw new SqlError(mysql ? "42000" : "P0003", "a query has several rows");
            }
            fill(
                    places,
                    activation.frame,
                    known ? tuples.get(0).values() : unknown(places.size()),
                    compiler.names.dialect());
            return Way.NEXT;
        };
    }

    private static Object[] unknown(int size) {
        Object[] values = new Object[size];
        java.util.Arrays.fill(values, Unknown.UNKNOWN);
        return values;
    }

    private static List<RoutineScope.Place> places(RoutineCompiler compiler, List<Expr> targets) {
        List<RoutineScope.Place> places = new ArrayList<>();
        targets.forEach(target -> places.add(compiler.names.place(target)));
        return places;
    }

    private static void fill(
            List<RoutineScope.Place> places,
            Frame frame,
            Object @org.jspecify.annotations.Nullable [] values,
            SqlDialect dialect) {
        for (int i = 0; i < places.size(); i++) {
            places.get(i).set(frame, values == null || i >= values.length ? null : values[i], dialect);
        }
    }

    // ---- cursors

    static Step cursor(RoutineCompiler compiler, Statement statement) {
        if (statement instanceof Procedural.Cursor cursor) {
            if (!(cursor.query() instanceof Query query)) {
                throw new Outside(cursor, "a cursor over what is no query");
            }
            compiler.names.cursors.put(name(cursor.name().text()), query);
            return activation -> Way.NEXT;
        }
        if (statement instanceof Procedural.Open open) {
            return open(compiler, open);
        }
        if (statement instanceof Procedural.Close close) {
            String name = name(close.cursor());
            return activation -> {
                activation.cursors.remove(name);
                return Way.NEXT;
            };
        }
        return fetch(compiler, (Procedural.FetchRow) statement);
    }

    private static String name(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static String name(Expr cursor) {
        if (cursor instanceof Expr.Column column && column.table() == null) {
            return name(column.name().text());
        }
        throw new Outside(cursor, "a cursor in this form");
    }

    private static Step open(RoutineCompiler compiler, Procedural.Open open) {
        String name = name(open.cursor());
        Statement query = open.query() != null ? open.query() : compiler.names.cursors.get(name);
        if (!(query instanceof Query rows)) {
            throw new Outside(open, "a cursor that is not known");
        }
        QueryPlan plan = new QueryCompiler(compiler.compilation, compiler.scope()).compile(rows);
        return activation -> {
            activation.refresh();
            activation.frame.tables.beginStatement();
            activation.cursors.put(
                    name, new Routine.Cursor(inOrder(plan.run(activation.frame), activation.frame.tables, open)));
            return Way.NEXT;
        };
    }

    private static Step fetch(RoutineCompiler compiler, Procedural.FetchRow fetch) {
        boolean next = fetch.direction().isEmpty()
                || fetch.direction().tokens().stream()
                        .allMatch(word -> List.of("NEXT", "FROM", "IN").contains(word.toUpperCase(Locale.ROOT)));
        if (!next || !fetch.verb().equals("FETCH")) {
            throw new Outside(fetch, "a cursor that moves in another direction");
        }
        String name = name(fetch.cursor());
        List<RoutineScope.Place> places = places(compiler, fetch.into());
        boolean mysql = compiler.compilation.is(SqlDialect.MYSQL);
        int found = compiler.names.found();
        return activation -> {
            Routine.Cursor cursor = activation.cursors.get(name);
            if (cursor == null) {
                throw new SqlError(mysql ? "24000" : "34000", "a cursor is not open");
            }
            boolean there = cursor.next < cursor.rows.size();
            activation.variables[found] = there;
            if (!there && mysql) {
                throw RoutineErrors.noData();
            }
            fill(places, activation.frame, there ? cursor.rows.get(cursor.next++) : null, compiler.names.dialect());
            return Way.NEXT;
        };
    }
}
