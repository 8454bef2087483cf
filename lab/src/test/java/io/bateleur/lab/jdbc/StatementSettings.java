package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What can be set on a statement: kept, refused, and obeyed. */
final class StatementSettings {
    private StatementSettings() {}

    private interface Body {
        void run(Trial t, Connection connection, Statement statement) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("settings: " + name, t -> {
            Connection connection = t.connect();
            body.run(t, connection, connection.createStatement());
        });
    }

    private static final int[] TYPES = {
        ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.TYPE_SCROLL_SENSITIVE, 99
    };
    private static final int[] CONCURRENCIES = {ResultSet.CONCUR_READ_ONLY, ResultSet.CONCUR_UPDATABLE, 99};
    private static final int[] HOLDABILITIES = {
        ResultSet.HOLD_CURSORS_OVER_COMMIT, ResultSet.CLOSE_CURSORS_AT_COMMIT, 99
    };

    static String series(int rows) {
        return "with recursive n(i) as (select 1 union all select i + 1 from n where i < " + rows + ") select i from n";
    }

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>(List.of(
                with("what a new statement has", (t, c, s) -> describe(t, s)),
                with("most rows", (t, c, s) -> {
                    t.attempt("set", () -> s.setMaxRows(2));
                    t.note("get", s::getMaxRows);
                    t.rows("rows", () -> s.executeQuery(Statements.ITEMS));
                    t.attempt("negative", () -> s.setMaxRows(-1));
                    t.attempt("none", () -> s.setMaxRows(0));
                    t.rows("all rows", () -> s.executeQuery(Statements.ITEMS));
                }),
                with("most rows, large", (t, c, s) -> {
                    t.attempt("set", () -> s.setLargeMaxRows(2));
                    t.note("get", s::getLargeMaxRows);
                    t.note("get as int", s::getMaxRows);
                    t.rows("rows", () -> s.executeQuery(Statements.ITEMS));
                }),
                with("longest field", (t, c, s) -> {
                    t.attempt("set", () -> s.setMaxFieldSize(2));
                    t.note("get", s::getMaxFieldSize);
                    t.rows("rows", () -> s.executeQuery(Statements.ITEMS));
                    t.attempt("negative", () -> s.setMaxFieldSize(-1));
                }),
                with("fetch size", (t, c, s) -> {
                    t.attempt("set", () -> s.setFetchSize(2));
                    t.note("get", s::getFetchSize);
                    t.rows("rows", () -> s.executeQuery(Statements.ITEMS));
                    t.attempt("negative", () -> s.setFetchSize(-1));
                    t.attempt("smallest", () -> s.setFetchSize(Integer.MIN_VALUE));
                    t.note("get then", s::getFetchSize);
                }),
                with("fetch size on rows", (t, c, s) -> {
                    ResultSet rows = s.executeQuery(Statements.ITEMS);
                    t.note("before", rows::getFetchSize);
                    t.attempt("set", () -> rows.setFetchSize(7));
                    t.note("after", rows::getFetchSize);
                    t.note("statement's", s::getFetchSize);
                }),
                with("rows streamed in a transaction", (t, c, s) -> {
                    c.setAutoCommit(false);
                    s.setFetchSize(10);
                    long sum = 0;
                    try (ResultSet rows = s.executeQuery(series(95))) {
                        while (rows.next()) {
                            sum += rows.getLong(1);
                        }
                        t.note("after the last", rows::isAfterLast);
                    }
                    long total = sum;
                    t.note("sum", () -> total);
                    c.commit();
                }),
                with("rows streamed and left in the middle", (t, c, s) -> {
                    c.setAutoCommit(false);
                    s.setFetchSize(10);
                    ResultSet rows = s.executeQuery(series(95));
                    rows.next();
                    t.note("other", () -> Trial.ask(c, "select count(*) from item"));
                    t.note("next", rows::next);
                    t.note("second", () -> rows.getInt(1));
                    rows.close();
                    t.attempt("commit", c::commit);
                }),
                with("rows streamed over a commit", (t, c, s) -> {
                    c.setAutoCommit(false);
                    s.setFetchSize(2);
                    ResultSet rows = s.executeQuery(series(9));
                    rows.next();
                    c.commit();
                    for (int i = 0; i < 9; i++) {
                        t.note("next", rows::next);
                        t.note("value", () -> rows.getInt(1));
                    }
                    t.note("closed", rows::isClosed);
                }),
                with("fetch direction", (t, c, s) -> {
                    for (int each :
                            new int[] {ResultSet.FETCH_FORWARD, ResultSet.FETCH_REVERSE, ResultSet.FETCH_UNKNOWN, 99}) {
                        t.attempt("set " + each, () -> s.setFetchDirection(each));
                        t.note("get", s::getFetchDirection);
                    }
                }),
                with("query timeout", (t, c, s) -> {
                    t.note("before", s::getQueryTimeout);
                    t.attempt("set", () -> s.setQueryTimeout(30));
                    t.note("after", s::getQueryTimeout);
                    t.rows("rows", () -> s.executeQuery(Statements.ITEMS));
                    t.attempt("negative", () -> s.setQueryTimeout(-1));
                }),
                with("a query timeout that passes", (t, c, s) -> {
                    s.setQueryTimeout(1);
                    t.rows("rows", () -> s.executeQuery(t.subject().slowQuery()));
                    t.rows("then", () -> s.executeQuery(Statements.ITEMS));
                }),
                with("poolable", (t, c, s) -> {
                    t.note("before", s::isPoolable);
                    t.attempt("set", () -> s.setPoolable(true));
                    t.note("after", s::isPoolable);
                    t.note("prepared", () -> c.prepareStatement("select 1").isPoolable());
                }),
                with("cursor name", (t, c, s) -> {
                    t.attempt("set", () -> s.setCursorName("mine"));
                    t.note("get", () -> s.executeQuery(Statements.ITEMS).getCursorName());
                }),
                with("no warnings", (t, c, s) -> {
                    t.warnings("before", s::getWarnings);
                    s.executeQuery("select 1");
                    t.warnings("after", s::getWarnings);
                    t.attempt("clear", s::clearWarnings);
                    t.warnings("rows", () -> s.executeQuery("select 1").getWarnings());
                })));
        for (int type : TYPES) {
            for (int concurrency : CONCURRENCIES) {
                all.add(with("a statement of type " + type + " and concurrency " + concurrency, (t, c, s) -> {
                    Statement made = c.createStatement(type, concurrency);
                    describe(t, made);
                    t.note("rows are", () -> kind(made.executeQuery(Statements.ITEMS)));
                    t.note("prepared", () -> c.prepareStatement(Statements.ITEMS, type, concurrency)
                            .getResultSetType());
                    t.warnings("warnings", c::getWarnings);
                }));
            }
        }
        for (int holdability : HOLDABILITIES) {
            all.add(with("a statement of holdability " + holdability, (t, c, s) -> {
                Statement made =
                        c.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, holdability);
                describe(t, made);
                t.note("rows are", () -> kind(made.executeQuery(Statements.ITEMS)));
            }));
        }
        return all;
    }

    private static String kind(ResultSet rows) throws Exception {
        return rows.getType() + " " + rows.getConcurrency() + " " + Held.of(rows);
    }

    private static void describe(Trial t, Statement s) {
        t.note("type", s::getResultSetType);
        t.note("concurrency", s::getResultSetConcurrency);
        t.note("holdability", s::getResultSetHoldability);
        t.note("fetch size", s::getFetchSize);
        t.note("direction", s::getFetchDirection);
        t.note("most rows", s::getMaxRows);
        t.note("most rows, large", s::getLargeMaxRows);
        t.note("longest field", s::getMaxFieldSize);
        t.note("timeout", s::getQueryTimeout);
        t.note("count", s::getUpdateCount);
        t.note("large count", s::getLargeUpdateCount);
        t.note("rows", s::getResultSet);
        t.note("more", () -> s.getMoreResults());
        t.note("closed", s::isClosed);
        t.note("keys", () -> s.getGeneratedKeys().next());
    }

    /** The holdability of rows, which not every driver tells. */
    private static final class Held {
        static String of(ResultSet rows) {
            try {
                return Integer.toString(rows.getHoldability());
            } catch (Exception e) {
                return Transcript.thrown(e);
            }
        }
    }
}
