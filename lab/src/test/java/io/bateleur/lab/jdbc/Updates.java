package io.bateleur.lab.jdbc;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows through which a table is changed. */
final class Updates {
    private Updates() {}

    private interface Body {
        void run(Trial t, Connection connection, ResultSet rows) throws Exception;
    }

    private interface Updater {
        void update(ResultSet rows, int column) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("updatable: " + name, t -> {
            Connection connection = t.connect();
            body.run(
                    t,
                    connection,
                    statement(t, connection).executeQuery("select id, name, qty from item where id > 0"));
            t.items();
        });
    }

    private static Statement statement(Trial t, Connection connection) throws SQLException {
        try {
            return connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        } catch (SQLException e) {
            t.transcript().line("no updating: " + Transcript.thrown(e));
            return connection.createStatement();
        }
    }

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>(List.of(
                with("a row updated", (t, c, rows) -> {
                    t.note("next", rows::next);
                    t.attempt("number", () -> rows.updateInt("qty", 77));
                    t.attempt("text", () -> rows.updateString(2, "new"));
                    t.attempt("row", rows::updateRow);
                    t.note("qty", () -> rows.getInt(3));
                    t.note("updated", rows::rowUpdated);
                }),
                with("a row updated and cancelled", (t, c, rows) -> {
                    t.note("next", rows::next);
                    t.attempt("number", () -> rows.updateInt("qty", 77));
                    t.attempt("cancel", rows::cancelRowUpdates);
                    t.note("qty", () -> rows.getInt(3));
                    t.attempt("row", rows::updateRow);
                }),
                with("a row inserted", (t, c, rows) -> {
                    t.attempt("to insert", rows::moveToInsertRow);
                    t.attempt("id", () -> rows.updateInt(1, 8));
                    t.attempt("name", () -> rows.updateString("name", "eight"));
                    t.attempt("qty", () -> rows.updateNull("qty"));
                    t.attempt("row", rows::insertRow);
                    t.attempt("back", rows::moveToCurrentRow);
                    t.note("inserted", rows::rowInserted);
                    t.note("next", rows::next);
                }),
                with("a row inserted that may not be", (t, c, rows) -> {
                    t.attempt("to insert", rows::moveToInsertRow);
                    t.attempt("id", () -> rows.updateInt(1, 1));
                    t.attempt("name", () -> rows.updateString("name", "again"));
                    t.attempt("row", rows::insertRow);
                }),
                with("a row deleted", (t, c, rows) -> {
                    t.note("next", rows::next);
                    t.attempt("delete", rows::deleteRow);
                    t.note("deleted", rows::rowDeleted);
                    t.note("next then", rows::next);
                    t.note("id", () -> rows.getInt(1));
                }),
                with("a row updated in a transaction that is rolled back", (t, c, rows) -> {
                    c.setAutoCommit(false);
                    ResultSet mine = statement(t, c).executeQuery("select id, name, qty from item where id > 0");
                    t.note("next", mine::next);
                    t.attempt("number", () -> mine.updateInt("qty", 77));
                    t.attempt("row", mine::updateRow);
                    c.rollback();
                }),
                with("a row refreshed", (t, c, rows) -> {
                    t.note("next", rows::next);
                    Trial.run(t.outside(), "update item set qty = 55 where id = 1");
                    t.attempt("refresh", rows::refreshRow);
                    t.note("qty", () -> rows.getInt(3));
                }),
                with("no row is current", (t, c, rows) -> {
                    t.attempt("number", () -> rows.updateInt("qty", 77));
                    t.attempt("row", rows::updateRow);
                    t.attempt("delete", rows::deleteRow);
                }),
                with("a query without a key", (t, c, rows) -> {
                    ResultSet keyless = statement(t, c).executeQuery("select max(qty) as qty from item");
                    t.note("concurrency", keyless::getConcurrency);
                    t.note("next", keyless::next);
                    t.attempt("number", () -> keyless.updateInt(1, 77));
                    t.attempt("row", keyless::updateRow);
                })));
        updaters()
                .forEach((name, updater) -> all.add(new Behaviour("updatable: " + name + " of every type", t -> {
                    Connection connection = t.connect();
                    Trial.run(connection, "insert into kinds (id) values (9)");
                    for (Column column : t.subject().columns()) {
                        t.note(column.name(), () -> {
                            try (Statement statement = statement(t, connection);
                                    ResultSet rows = statement.executeQuery(
                                            "select id, " + column.name() + " from kinds where id = 9")) {
                                rows.next();
                                updater.update(rows, 2);
                                rows.updateRow();
                                return rows.getObject(2);
                            }
                        });
                    }
                    t.rows(
                            "kinds",
                            () -> connection.createStatement().executeQuery("select * from kinds where id = 9"));
                })));
        return all;
    }

    private static Map<String, Updater> updaters() {
        Map<String, Updater> all = new LinkedHashMap<>();
        all.put("updateString", (r, i) -> r.updateString(i, "1"));
        all.put("updateInt", (r, i) -> r.updateInt(i, 1));
        all.put("updateLong", (r, i) -> r.updateLong(i, 1));
        all.put("updateDouble", (r, i) -> r.updateDouble(i, 1.5));
        all.put("updateBoolean", (r, i) -> r.updateBoolean(i, true));
        all.put("updateBigDecimal", (r, i) -> r.updateBigDecimal(i, BigDecimal.TEN));
        all.put("updateBytes", (r, i) -> r.updateBytes(i, new byte[] {1, 2}));
        all.put("updateDate", (r, i) -> r.updateDate(i, Date.valueOf("2024-02-29")));
        all.put("updateTime", (r, i) -> r.updateTime(i, Time.valueOf("01:02:03")));
        all.put("updateTimestamp", (r, i) -> r.updateTimestamp(i, Timestamp.valueOf("2024-02-29 01:02:03")));
        all.put("updateObject", (r, i) -> r.updateObject(i, "1"));
        all.put("updateObject as a type", (r, i) -> r.updateObject(i, "1", JDBCType.INTEGER));
        all.put("updateNull", (r, i) -> r.updateNull(i));
        all.put("updateBinaryStream", (r, i) -> r.updateBinaryStream(i, new ByteArrayInputStream(new byte[] {1})));
        all.put("updateCharacterStream", (r, i) -> r.updateCharacterStream(i, new StringReader("1")));
        return all;
    }
}
