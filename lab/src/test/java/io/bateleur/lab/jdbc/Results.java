package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Rows: how they are walked over, found and described. */
final class Results {
    private Results() {}

    private interface Body {
        void run(Trial t, Statement statement, ResultSet rows) throws Exception;
    }

    private static Behaviour forward(String name, Body body) {
        return new Behaviour("rows: " + name, t -> {
            Statement statement = t.connect().createStatement();
            body.run(t, statement, statement.executeQuery(Statements.ITEMS));
        });
    }

    /** Where the driver cannot scroll, it says so at the first step. */
    private static Behaviour scrolled(String name, Body body) {
        return new Behaviour("rows scrolled: " + name, t -> {
            Connection connection = t.connect();
            Statement statement;
            try {
                statement = connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
            } catch (SQLException e) {
                t.transcript().line("no scrolling: " + Transcript.thrown(e));
                statement = connection.createStatement();
            }
            body.run(t, statement, statement.executeQuery(Statements.ITEMS));
        });
    }

    private static void place(Trial t, ResultSet rows) {
        t.note("row", rows::getRow);
        t.note("before the first", rows::isBeforeFirst);
        t.note("first", rows::isFirst);
        t.note("last", rows::isLast);
        t.note("after the last", rows::isAfterLast);
        t.note("value", () -> rows.getInt(1));
    }

    static List<Behaviour> all() {
        return List.of(
                forward("before the first next", (t, s, rows) -> place(t, rows)),
                forward("place at each row", (t, s, rows) -> {
                    for (int i = 0; i < 5; i++) {
                        t.note("next", rows::next);
                        place(t, rows);
                    }
                }),
                forward("of no rows", (t, s, rows) -> {
                    ResultSet none = s.executeQuery("select id from item where id > 99");
                    place(t, none);
                    t.note("next", none::next);
                    place(t, none);
                }),
                forward("backwards where that is not possible", (t, s, rows) -> {
                    rows.next();
                    t.note("previous", rows::previous);
                    t.note("first", rows::first);
                    t.note("last", rows::last);
                    t.note("absolute", () -> rows.absolute(1));
                    t.note("relative", () -> rows.relative(1));
                    t.attempt("before first", rows::beforeFirst);
                    t.attempt("after last", rows::afterLast);
                }),
                forward("columns found by name", (t, s, rows) -> {
                    t.note("id", () -> rows.findColumn("id"));
                    t.note("QTY", () -> rows.findColumn("QTY"));
                    t.note("wrong", () -> rows.findColumn("wrong"));
                    t.note("nothing", () -> rows.findColumn(""));
                    t.note("null", () -> rows.findColumn(null));
                }),
                forward("columns by label", (t, s, rows) -> {
                    ResultSet labelled =
                            s.executeQuery("select id as one, name as \"Two\", qty + 1 from item order by id");
                    labelled.next();
                    t.note("one", () -> labelled.getInt("one"));
                    t.note("ONE", () -> labelled.getInt("ONE"));
                    t.note("two", () -> labelled.getString("two"));
                    t.note("id", () -> labelled.getInt("id"));
                }),
                forward("two columns of one name", (t, s, rows) -> {
                    ResultSet twins = s.executeQuery("select id as x, name as x from item order by id");
                    twins.next();
                    t.note("x", () -> twins.getString("x"));
                    t.note("found", () -> twins.findColumn("x"));
                }),
                forward("columns that are not there", (t, s, rows) -> {
                    rows.next();
                    t.note("0", () -> rows.getInt(0));
                    t.note("4", () -> rows.getInt(4));
                    t.note("-1", () -> rows.getString(-1));
                    t.note("wrong", () -> rows.getString("wrong"));
                    t.note("object", () -> rows.getObject(99));
                }),
                forward("was null", (t, s, rows) -> {
                    t.note("before", rows::wasNull);
                    while (rows.next()) {
                        t.note("qty", () -> rows.getInt("qty"));
                        t.note("null", rows::wasNull);
                        t.note("name", () -> rows.getString("name"));
                        t.note("null then", rows::wasNull);
                    }
                }),
                forward("a column read twice and out of order", (t, s, rows) -> {
                    rows.next();
                    t.note("3", () -> rows.getInt(3));
                    t.note("1", () -> rows.getInt(1));
                    t.note("3 again", () -> rows.getString(3));
                    t.note("3 as object", () -> rows.getObject(3));
                }),
                forward("values after the end", (t, s, rows) -> {
                    while (rows.next()) {
                        rows.getInt(1);
                    }
                    t.note("value", () -> rows.getInt(1));
                    t.note("next", rows::next);
                    t.note("closed", rows::isClosed);
                }),
                forward("closed", (t, s, rows) -> {
                    rows.next();
                    rows.close();
                    t.attempt("close again", rows::close);
                    t.note("closed", rows::isClosed);
                    t.note("statement closed", s::isClosed);
                    t.note("next", rows::next);
                    t.note("value", () -> rows.getInt(1));
                    t.note("named", () -> rows.getString("name"));
                    t.note("null", rows::wasNull);
                    t.note("metadata", rows::getMetaData);
                    t.note("find", () -> rows.findColumn("id"));
                    t.note("statement", () -> rows.getStatement() == s);
                    t.note("row", rows::getRow);
                    t.note("type", rows::getType);
                    t.note("warnings", rows::getWarnings);
                    t.note("fetch size", rows::getFetchSize);
                }),
                forward("properties", (t, s, rows) -> {
                    t.note("type", rows::getType);
                    t.note("concurrency", rows::getConcurrency);
                    t.note("holdability", rows::getHoldability);
                    t.note("direction", rows::getFetchDirection);
                    t.attempt("set direction", () -> rows.setFetchDirection(ResultSet.FETCH_FORWARD));
                    t.attempt("set reverse", () -> rows.setFetchDirection(ResultSet.FETCH_REVERSE));
                    t.attempt("clear", rows::clearWarnings);
                    t.note("unwrap", () -> rows.unwrap(ResultSet.class) != null);
                    t.note("wraps text", () -> rows.isWrapperFor(String.class));
                    t.equality(rows, s);
                }),
                forward("metadata", (t, s, rows) -> t.note("metadata", () -> labels(rows.getMetaData()))),
                forward(
                        "metadata of every type",
                        (t, s, rows) -> t.note(
                                "metadata",
                                () -> labels(
                                        s.executeQuery("select * from kinds").getMetaData()))),
                forward(
                        "metadata of expressions",
                        (t, s, rows) -> t.note(
                                "metadata",
                                () -> labels(
                                        s.executeQuery("select 1, 'a' as b, qty * 2, count(*) from item group by qty")
                                                .getMetaData()))),
                forward("metadata of columns that are not there", (t, s, rows) -> {
                    ResultSetMetaData about = rows.getMetaData();
                    t.note("0", () -> about.getColumnName(0));
                    t.note("4", () -> about.getColumnType(4));
                    t.note("wraps", () -> about.isWrapperFor(ResultSetMetaData.class));
                }),
                forward("several statements at once", (t, s, rows) -> {
                    rows.next();
                    ResultSet other = s.getConnection().createStatement().executeQuery("select 7");
                    other.next();
                    t.note("one", () -> rows.getInt(1));
                    t.note("other", () -> other.getInt(1));
                    t.note("next", rows::next);
                    t.note("one then", () -> rows.getInt(1));
                }),
                forward(
                        "a row of every type, all at once",
                        (t, s, rows) -> t.rows("kinds", () -> s.executeQuery("select * from kinds order by id"))),
                scrolled("to the last and back", (t, s, rows) -> {
                    t.note("last", rows::last);
                    place(t, rows);
                    t.note("first", rows::first);
                    place(t, rows);
                    t.note("previous", rows::previous);
                    place(t, rows);
                }),
                scrolled("absolute", (t, s, rows) -> {
                    for (int row : new int[] {2, -1, 0, 3, 4, -4, -3}) {
                        t.note("to " + row, () -> rows.absolute(row));
                        place(t, rows);
                    }
                }),
                scrolled("relative", (t, s, rows) -> {
                    for (int rowsOn : new int[] {1, 1, 0, -1, 5, -2}) {
                        t.note("by " + rowsOn, () -> rows.relative(rowsOn));
                        place(t, rows);
                    }
                }),
                scrolled("before and after", (t, s, rows) -> {
                    t.attempt("after", rows::afterLast);
                    place(t, rows);
                    while (Boolean.TRUE.equals(step(rows))) {
                        t.note("value", () -> rows.getInt(1));
                    }
                    t.attempt("before", rows::beforeFirst);
                    t.note("next", rows::next);
                    place(t, rows);
                }),
                scrolled("what others change is not seen", (t, s, rows) -> {
                    rows.next();
                    Trial.run(t.outside(), "update item set qty = 99");
                    t.note("next", rows::next);
                    t.note("value", () -> rows.getInt(3));
                    t.attempt("refresh", rows::refreshRow);
                    t.note("value then", () -> rows.getInt(3));
                }),
                scrolled("a row may be asked what happened to it", (t, s, rows) -> {
                    rows.next();
                    t.note("updated", rows::rowUpdated);
                    t.note("inserted", rows::rowInserted);
                    t.note("deleted", rows::rowDeleted);
                    t.attempt("update", () -> rows.updateInt(3, 5));
                    t.attempt("insert", rows::moveToInsertRow);
                    t.attempt("delete", rows::deleteRow);
                }));
    }

    private static Boolean step(ResultSet rows) throws SQLException {
        try {
            return rows.previous();
        } catch (SQLException e) {
            return null;
        }
    }

    /** All that is told of each column. */
    static List<String> labels(ResultSetMetaData about) throws SQLException {
        List<String> all = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
            all.add(String.join(
                    "/",
                    about.getColumnName(i),
                    about.getColumnLabel(i),
                    about.getColumnTypeName(i),
                    about.getColumnClassName(i),
                    about.getTableName(i),
                    about.getSchemaName(i),
                    about.getCatalogName(i),
                    about.getColumnType(i) + " " + about.getPrecision(i) + " " + about.getScale(i) + " "
                            + about.getColumnDisplaySize(i) + " " + about.isNullable(i) + " " + about.isAutoIncrement(i)
                            + " " + about.isSigned(i) + " " + about.isCaseSensitive(i) + " " + about.isSearchable(i)
                            + " " + about.isReadOnly(i) + " " + about.isCurrency(i)));
        }
        return all;
    }
}
