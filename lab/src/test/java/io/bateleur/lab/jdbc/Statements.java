package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Plain statements: what they answer, their properties, and what happens to them when they are closed. */
final class Statements {
    private Statements() {}

    private interface Body {
        void run(Trial t, Connection connection, Statement statement) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("statement: " + name, t -> {
            Connection connection = t.connect();
            body.run(t, connection, connection.createStatement());
        });
    }

    static final String ITEMS = "select id, name, qty from item order by id";

    static List<Behaviour> all() {
        return List.of(
                with("executeQuery of rows", (t, c, s) -> t.rows("rows", () -> s.executeQuery(ITEMS))),
                with(
                        "executeQuery of no rows",
                        (t, c, s) -> t.rows("rows", () -> s.executeQuery("select id from item where id > 99"))),
                with("executeQuery of an update", (t, c, s) -> {
                    t.note("result", () -> s.executeQuery("update item set qty = 1 where id = 1"));
                    t.items();
                }),
                with("executeUpdate of some rows", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate("update item set qty = 7 where id < 3"));
                    t.note("count after", s::getUpdateCount);
                    t.items();
                }),
                with(
                        "executeUpdate of no rows",
                        (t, c, s) -> t.note("count", () -> s.executeUpdate("delete from item where id > 99"))),
                with("executeUpdate of a query", (t, c, s) -> t.note("count", () -> s.executeUpdate(ITEMS))),
                with("executeUpdate of a definition", (t, c, s) -> {
                    t.note("create", () -> s.executeUpdate("create table made (id int primary key)"));
                    t.note("drop", () -> s.executeUpdate("drop table made"));
                }),
                with("executeLargeUpdate", (t, c, s) -> {
                    t.note("count", () -> s.executeLargeUpdate("update item set qty = 7"));
                    t.note("large count after", s::getLargeUpdateCount);
                }),
                with("execute of a query", (t, c, s) -> {
                    t.note("has rows", () -> s.execute(ITEMS));
                    t.note("count", s::getUpdateCount);
                    t.rows("rows", s::getResultSet);
                    t.note("more", () -> s.getMoreResults());
                    t.note("count at the end", s::getUpdateCount);
                }),
                with("execute of an update", (t, c, s) -> {
                    t.note("has rows", () -> s.execute("update item set qty = 7"));
                    t.note("count", s::getUpdateCount);
                    t.note("rows", s::getResultSet);
                    t.note("more", () -> s.getMoreResults());
                    t.note("count at the end", s::getUpdateCount);
                }),
                with("several results of one text", Statements::severalResults),
                with(
                        "more results that keep the current one",
                        (t, c, s) -> keeping(t, s, Statement.KEEP_CURRENT_RESULT)),
                with("more results that close all", (t, c, s) -> keeping(t, s, Statement.CLOSE_ALL_RESULTS)),
                with("more results in no known way", (t, c, s) -> keeping(t, s, 99)),
                with("a text that is no SQL", (t, c, s) -> {
                    t.note("execute", () -> s.execute("selekt 1"));
                    t.note("query", () -> s.executeQuery("selekt 1"));
                    t.note("update", () -> s.executeUpdate("selekt 1"));
                    t.rows("then", () -> s.executeQuery(ITEMS));
                }),
                with("an empty text", (t, c, s) -> {
                    t.note("execute", () -> s.execute(""));
                    t.note("query", () -> s.executeQuery(""));
                    t.note("update", () -> s.executeUpdate(""));
                }),
                with("no text", (t, c, s) -> {
                    t.note("execute", () -> s.execute(null));
                    t.note("prepare", () -> c.prepareStatement(null));
                }),
                with("only a comment", (t, c, s) -> t.note("execute", () -> s.execute("-- nothing"))),
                with("no such table", (t, c, s) -> t.note("query", () -> s.executeQuery("select * from nowhere"))),
                with("no such column", (t, c, s) -> t.note("query", () -> s.executeQuery("select wrong from item"))),
                with(
                        "a duplicate key",
                        (t, c, s) ->
                                t.note("insert", () -> s.executeUpdate("insert into item values (1, 'again', 0)"))),
                with(
                        "a null where none may be",
                        (t, c, s) -> t.note("insert", () -> s.executeUpdate("insert into item values (9, null, 0)"))),
                with("a division by zero", (t, c, s) -> t.rows("rows", () -> s.executeQuery("select 1 / 0"))),
                with(
                        "a number too large",
                        (t, c, s) -> t.note(
                                "insert", () -> s.executeUpdate("insert into item values (99999999999, 'x', 0)"))),
                with(
                        "a text too long",
                        (t, c, s) -> t.note(
                                "insert",
                                () -> s.executeUpdate("insert into item values (9, '" + "x".repeat(50) + "', 0)"))),
                with("closed", Statements::closed),
                with("closed twice", (t, c, s) -> {
                    s.close();
                    t.attempt("again", s::close);
                    t.note("closed", s::isClosed);
                }),
                with("closed with its connection", (t, c, s) -> {
                    ResultSet rows = s.executeQuery(ITEMS);
                    c.close();
                    t.note("statement closed", s::isClosed);
                    t.note("rows closed", rows::isClosed);
                    t.note("query", () -> s.executeQuery(ITEMS));
                }),
                with("closes its rows", (t, c, s) -> {
                    ResultSet rows = s.executeQuery(ITEMS);
                    rows.next();
                    s.close();
                    t.note("rows closed", rows::isClosed);
                    t.note("next", rows::next);
                    t.note("value", () -> rows.getInt(1));
                }),
                with("a second query closes the first rows", (t, c, s) -> {
                    ResultSet first = s.executeQuery(ITEMS);
                    first.next();
                    ResultSet second = s.executeQuery("select 2");
                    t.note("first closed", first::isClosed);
                    t.note("first next", first::next);
                    t.note("second next", second::next);
                    t.note("second", () -> second.getInt(1));
                }),
                with("close on completion", (t, c, s) -> {
                    t.note("before", s::isCloseOnCompletion);
                    t.attempt("set", s::closeOnCompletion);
                    t.note("after", s::isCloseOnCompletion);
                    ResultSet rows = s.executeQuery(ITEMS);
                    t.note("open", s::isClosed);
                    rows.close();
                    t.note("closed", s::isClosed);
                }),
                with("close on completion, all rows read", (t, c, s) -> {
                    s.closeOnCompletion();
                    ResultSet rows = s.executeQuery(ITEMS);
                    while (rows.next()) {
                        rows.getInt(1);
                    }
                    t.note("closed", s::isClosed);
                    t.note("rows closed", rows::isClosed);
                }),
                with("its connection is the one that made it", (t, c, s) -> {
                    t.note("same", () -> s.getConnection() == c);
                    t.note("equal", () -> s.getConnection().equals(c));
                    t.note("same code", () -> s.getConnection().hashCode() == c.hashCode());
                }),
                with("rows know their statement", (t, c, s) -> {
                    ResultSet rows = s.executeQuery(ITEMS);
                    t.note("same", () -> rows.getStatement() == s);
                    t.note("equal", () -> rows.getStatement().equals(s));
                    s.execute(ITEMS);
                    t.note("same after execute", () -> s.getResultSet().getStatement() == s);
                    ResultSet second = s.getResultSet();
                    t.note("the same rows each time", () -> s.getResultSet() == second);
                }),
                with("equal to itself only", (t, c, s) -> {
                    t.equality(s, c.createStatement());
                }),
                with("unwrap", (t, c, s) -> {
                    t.note("is a statement", () -> s.isWrapperFor(Statement.class));
                    t.note("is a text", () -> s.isWrapperFor(String.class));
                    t.note("statement", () -> s.unwrap(Statement.class) != null);
                    t.note("text", () -> s.unwrap(String.class));
                    t.note("nothing", () -> s.unwrap(null));
                    t.note("is nothing", () -> s.isWrapperFor(null));
                }),
                with("try with resources", (t, c, s) -> {
                    Statement[] kept = new Statement[1];
                    try (Statement inner = c.createStatement();
                            ResultSet rows = inner.executeQuery(ITEMS)) {
                        kept[0] = inner;
                        t.note("next", rows::next);
                        throw new IllegalStateException("mine");
                    } catch (IllegalStateException e) {
                        t.note("caught", e::getMessage);
                        t.note("suppressed", () -> e.getSuppressed().length);
                    }
                    t.note("closed", () -> kept[0].isClosed());
                }),
                with("cancel of nothing", (t, c, s) -> {
                    t.attempt("cancel", s::cancel);
                    t.rows("then", () -> s.executeQuery(ITEMS));
                }),
                with("escapes of JDBC", (t, c, s) -> {
                    t.rows("function", () -> s.executeQuery("select {fn upper('abc')}"));
                    t.rows("date", () -> s.executeQuery("select {d '2024-02-29'}"));
                    t.rows("like", () -> s.executeQuery("select name from item where name like 't|%' {escape '|'}"));
                    t.attempt("off", () -> s.setEscapeProcessing(false));
                    t.rows("function then", () -> s.executeQuery("select {fn upper('abc')}"));
                }),
                with("quotes", (t, c, s) -> {
                    t.note("literal", () -> s.enquoteLiteral("it's"));
                    t.note("national literal", () -> s.enquoteNCharLiteral("it's"));
                    t.note("identifier", () -> s.enquoteIdentifier("plain", false));
                    t.note("quoted identifier", () -> s.enquoteIdentifier("plain", true));
                    t.note("strange identifier", () -> s.enquoteIdentifier("a\"b c", true));
                    t.note("no identifier", () -> s.enquoteIdentifier("", true));
                    t.note("simple", () -> s.isSimpleIdentifier("plain"));
                    t.note("not simple", () -> s.isSimpleIdentifier("a b"));
                }));
    }

    private static void severalResults(Trial t, Connection c, Statement s) throws SQLException {
        t.note("has rows", () -> s.execute(t.subject().severalResults()));
        for (int i = 0; i < 5; i++) {
            t.note("count " + i, s::getUpdateCount);
            t.rows("rows " + i, s::getResultSet);
            t.note("more " + i, () -> s.getMoreResults());
        }
        t.items();
    }

    private static void keeping(Trial t, Statement s, int how) {
        t.note("has rows", () -> s.execute(ITEMS + "; select 2; select 3"));
        t.note("first", () -> {
            ResultSet first = s.getResultSet();
            first.next();
            t.note("more", () -> s.getMoreResults(how));
            t.note("first closed", first::isClosed);
            return first.getInt(1);
        });
        t.rows("second", s::getResultSet);
        t.note("more again", () -> s.getMoreResults());
    }

    private static void closed(Trial t, Connection c, Statement s) throws SQLException {
        s.close();
        t.note("closed", s::isClosed);
        t.note("query", () -> s.executeQuery(ITEMS));
        t.note("execute", () -> s.execute(ITEMS));
        t.note("update", () -> s.executeUpdate("delete from item"));
        t.note("count", s::getUpdateCount);
        t.note("rows", s::getResultSet);
        t.note("more", () -> s.getMoreResults());
        t.note("connection", s::getConnection);
        t.note("warnings", s::getWarnings);
        t.attempt("clear", s::clearWarnings);
        t.note("timeout", s::getQueryTimeout);
        t.attempt("set timeout", () -> s.setQueryTimeout(1));
        t.note("fetch size", s::getFetchSize);
        t.note("most rows", s::getMaxRows);
        t.note("keys", s::getGeneratedKeys);
        t.note("batch", s::executeBatch);
        t.attempt("add", () -> s.addBatch("delete from item"));
        t.attempt("cancel", s::cancel);
        t.note("kind", s::getResultSetType);
        t.note("poolable", s::isPoolable);
        t.attempt("on completion", s::closeOnCompletion);
        t.items();
    }
}
