package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.util.List;

/** Prepared statements: parameters kept, missing and wrong; executed again and again; what they know before. */
final class Prepared {
    private Prepared() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("prepared: " + name, t -> body.run(t, t.connect()));
    }

    private static final String BY_ID = "select id, name, qty from item where id = ?";
    private static final String UPDATE = "update item set qty = ? where id = ?";

    static List<Behaviour> all() {
        return List.of(
                with("a query, executed again", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    for (int id = 1; id <= 4; id++) {
                        p.setInt(1, id);
                        t.rows("rows", p::executeQuery);
                    }
                }),
                with("executed often enough to be prepared on the server", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    p.setInt(1, 2);
                    for (int i = 0; i < 12; i++) {
                        t.rows("rows", p::executeQuery);
                    }
                }),
                with("parameters stay set", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(UPDATE);
                    p.setInt(1, 5);
                    p.setInt(2, 1);
                    t.note("first", p::executeUpdate);
                    p.setInt(2, 2);
                    t.note("second", p::executeUpdate);
                    t.items();
                }),
                with("parameters cleared", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    p.setInt(1, 1);
                    p.clearParameters();
                    t.rows("rows", p::executeQuery);
                    p.setInt(1, 1);
                    t.rows("rows then", p::executeQuery);
                }),
                with("a parameter missing", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(UPDATE);
                    p.setInt(1, 5);
                    t.note("count", p::executeUpdate);
                    t.note("has rows", p::execute);
                    t.items();
                }),
                with("a parameter that is not there", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    t.attempt("0", () -> p.setInt(0, 1));
                    t.attempt("2", () -> p.setInt(2, 1));
                    t.attempt("-1", () -> p.setString(-1, "x"));
                    p.setInt(1, 1);
                    t.rows("rows", p::executeQuery);
                }),
                with("a text in place of its own", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    t.note("query", () -> p.executeQuery("select 1"));
                    t.note("update", () -> p.executeUpdate("delete from item"));
                    t.note("execute", () -> p.execute("select 1"));
                    t.attempt("batch", () -> p.addBatch("delete from item"));
                    t.items();
                }),
                with("execute of a query", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    p.setInt(1, 1);
                    t.note("has rows", p::execute);
                    t.rows("rows", p::getResultSet);
                    t.note("more", () -> p.getMoreResults());
                    t.note("count", p::getUpdateCount);
                }),
                with("execute of an update", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(UPDATE);
                    p.setInt(1, 5);
                    p.setInt(2, 1);
                    t.note("has rows", p::execute);
                    t.note("count", p::getUpdateCount);
                    t.note("rows", p::getResultSet);
                    t.note("large", p::executeLargeUpdate);
                }),
                with("executeQuery of an update", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("update item set qty = 1 where id = 1");
                    t.note("rows", p::executeQuery);
                    t.items();
                }),
                with("executeUpdate of a query", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select 1");
                    t.note("count", p::executeUpdate);
                }),
                with("a text that is no SQL", (t, c) -> {
                    t.note("prepared", () -> c.prepareStatement("selekt ?"));
                    t.note("executed", () -> c.prepareStatement("selekt 1").execute());
                    t.rows("then", () -> c.prepareStatement("select 1").executeQuery());
                }),
                with(
                        "no such table",
                        (t, c) -> t.note("executed", () -> c.prepareStatement("select * from nowhere")
                                .executeQuery())),
                with("a question mark inside a text", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select '?', ? /* ? */ from item where id = 1 -- ?");
                    p.setString(1, "x");
                    t.rows("rows", p::executeQuery);
                }),
                with("the same parameter as texts that look like SQL", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("update item set name = ? where id = 1");
                    for (String each : new String[] {"'; drop table item; --", "\\", "\"", "a\nb", "☂", ""}) {
                        p.setString(1, each);
                        t.note("count", p::executeUpdate);
                        t.items();
                    }
                }),
                with("a zero character", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("update item set name = ? where id = 1");
                    p.setString(1, "a\0b");
                    t.note("count", p::executeUpdate);
                    t.items();
                }),
                with("what its rows will be", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    t.note("columns", () -> p.getMetaData().getColumnCount());
                    t.note("names", () -> Results.labels(p.getMetaData()));
                    t.note("of an update", () -> c.prepareStatement(UPDATE).getMetaData());
                }),
                with("what its parameters are", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(UPDATE);
                    ParameterMetaData about = p.getParameterMetaData();
                    t.note("count", about::getParameterCount);
                    for (int i = 0; i <= 3; i++) {
                        int index = i;
                        t.note("type " + i, () -> about.getParameterType(index));
                        t.note("name " + i, () -> about.getParameterTypeName(index));
                        t.note("class " + i, () -> about.getParameterClassName(index));
                        t.note("mode " + i, () -> about.getParameterMode(index));
                        t.note("null " + i, () -> about.isNullable(index));
                        t.note("signed " + i, () -> about.isSigned(index));
                        t.note("precision " + i, () -> about.getPrecision(index));
                        t.note("scale " + i, () -> about.getScale(index));
                    }
                    t.note("wraps", () -> about.isWrapperFor(ParameterMetaData.class));
                }),
                with("what the rows of all types are", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select * from kinds where id = ?");
                    p.setInt(1, 1);
                    ResultSetMetaData about = p.executeQuery().getMetaData();
                    t.note("names", () -> Results.labels(about));
                    t.note("before", () -> Results.labels(p.getMetaData()));
                }),
                with("closed", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    p.close();
                    t.attempt("set", () -> p.setInt(1, 1));
                    t.note("query", p::executeQuery);
                    t.note("update", p::executeUpdate);
                    t.note("execute", p::execute);
                    t.attempt("batch", p::addBatch);
                    t.attempt("clear", p::clearParameters);
                    t.note("metadata", p::getMetaData);
                    t.note("parameters", p::getParameterMetaData);
                    t.note("closed", p::isClosed);
                }),
                with("closed with its connection", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    c.close();
                    t.note("closed", p::isClosed);
                    t.attempt("set", () -> p.setInt(1, 1));
                    t.note("query", p::executeQuery);
                }),
                with("a second execution closes the first rows", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select id from item order by id");
                    ResultSet first = p.executeQuery();
                    first.next();
                    ResultSet second = p.executeQuery();
                    t.note("first closed", first::isClosed);
                    t.note("second next", second::next);
                    t.note("its statement", () -> second.getStatement() == p);
                    t.note("its connection", () -> p.getConnection() == c);
                }),
                with("its table changes", (t, c) -> {
                    Trial.run(c, "create table made (id int)", "insert into made values (1)");
                    PreparedStatement p = c.prepareStatement("select * from made");
                    for (int i = 0; i < 7; i++) {
                        t.rows("before", p::executeQuery);
                    }
                    Trial.run(c, "alter table made add column more int");
                    t.rows("after", p::executeQuery);
                    t.rows("again", p::executeQuery);
                }),
                with("two of the same text", (t, c) -> {
                    PreparedStatement one = c.prepareStatement(BY_ID);
                    PreparedStatement two = c.prepareStatement(BY_ID);
                    one.setInt(1, 1);
                    two.setInt(1, 2);
                    t.rows("one", one::executeQuery);
                    t.rows("two", two::executeQuery);
                    t.note("equal", () -> one.equals(two));
                    one.close();
                    t.rows("two again", two::executeQuery);
                }),
                with("unwrap", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(BY_ID);
                    t.note("statement", () -> p.isWrapperFor(Statement.class));
                    t.note("prepared", () -> p.unwrap(PreparedStatement.class) != null);
                    t.note("text", () -> p.isWrapperFor(String.class));
                    t.note("no text", () -> p.unwrap(String.class));
                }),
                with("limits and timeouts are obeyed", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select id from item order by id");
                    p.setMaxRows(1);
                    t.rows("one row", p::executeQuery);
                    p.setMaxRows(0);
                    p.setFetchSize(2);
                    p.setQueryTimeout(10);
                    t.rows("all rows", p::executeQuery);
                }),
                with("scrolled", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(
                            "select id from item order by id",
                            ResultSet.TYPE_SCROLL_INSENSITIVE,
                            ResultSet.CONCUR_READ_ONLY);
                    ResultSet rows = p.executeQuery();
                    t.note("last", rows::last);
                    t.note("row", rows::getRow);
                    t.note("value", () -> rows.getInt(1));
                    t.note("first", rows::first);
                    t.note("value then", () -> rows.getInt(1));
                }));
    }
}
