package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Batches: their counts, and what is left of them when one of their parts fails. */
final class Batches {
    private Batches() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("batch: " + name, t -> {
            body.run(t, t.connect());
            t.items();
        });
    }

    private static final String INSERT = "insert into item values (?, ?, ?)";

    private static void insert(PreparedStatement p, int... ids) throws SQLException {
        for (int id : ids) {
            p.setInt(1, id);
            p.setString(2, "n" + id);
            p.setInt(3, id);
            p.addBatch();
        }
    }

    private static Statement texts(Connection c, String... texts) throws SQLException {
        Statement s = c.createStatement();
        for (String each : texts) {
            s.addBatch(each);
        }
        return s;
    }

    static List<Behaviour> all() {
        return List.of(
                with("of texts", (t, c) -> {
                    Statement s = texts(
                            c,
                            "insert into item values (4, 'four', 4)",
                            "update item set qty = 0",
                            "delete from item where id = 1");
                    t.note("counts", s::executeBatch);
                    t.note("count", s::getUpdateCount);
                    t.note("again", s::executeBatch);
                }),
                with("of texts, large", (t, c) -> {
                    Statement s = texts(c, "insert into item values (4, 'four', 4)", "update item set qty = 0");
                    t.note("counts", s::executeLargeBatch);
                }),
                with("of texts, the middle fails", (t, c) -> {
                    Statement s = texts(
                            c,
                            "update item set qty = 1",
                            "insert into item values (1, 'again', 1)",
                            "update item set qty = 2");
                    t.note("counts", s::executeBatch);
                    t.note("again", s::executeBatch);
                }),
                with("of texts, the middle fails, in a transaction", (t, c) -> {
                    c.setAutoCommit(false);
                    Statement s = texts(
                            c,
                            "update item set qty = 1",
                            "insert into item values (1, 'again', 1)",
                            "update item set qty = 2");
                    t.note("counts", s::executeBatch);
                    t.attempt("commit", c::commit);
                }),
                with("of texts, rolled back", (t, c) -> {
                    c.setAutoCommit(false);
                    Statement s = texts(c, "update item set qty = 1", "delete from item where id = 2");
                    t.note("counts", s::executeBatch);
                    t.attempt("rollback", c::rollback);
                }),
                with("of texts, with a query", (t, c) -> {
                    Statement s = texts(c, "update item set qty = 1", "select 1", "update item set qty = 2");
                    t.note("counts", s::executeBatch);
                }),
                with("of texts, with one that is no SQL", (t, c) -> {
                    Statement s = texts(c, "update item set qty = 1", "selekt 1");
                    t.note("counts", s::executeBatch);
                }),
                with("of texts, with definitions", (t, c) -> {
                    Statement s =
                            texts(c, "create table made (id int)", "insert into made values (1)", "drop table made");
                    t.note("counts", s::executeBatch);
                }),
                with("empty", (t, c) -> {
                    t.note("texts", () -> c.createStatement().executeBatch());
                    t.note("large", () -> c.createStatement().executeLargeBatch());
                    t.note("prepared", () -> c.prepareStatement(INSERT).executeBatch());
                }),
                with("cleared", (t, c) -> {
                    Statement s = texts(c, "delete from item");
                    s.clearBatch();
                    t.note("counts", s::executeBatch);
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4);
                    p.clearBatch();
                    t.note("prepared", p::executeBatch);
                }),
                with("prepared", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4, 5, 6);
                    t.note("counts", p::executeBatch);
                    insert(p, 7);
                    t.note("again", p::executeBatch);
                }),
                with("prepared, large", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4, 5);
                    t.note("counts", p::executeLargeBatch);
                }),
                with("prepared, the first fails", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 1, 4, 5);
                    t.note("counts", p::executeBatch);
                }),
                with("prepared, the middle fails", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4, 1, 5);
                    t.note("counts", p::executeBatch);
                    t.note("again", p::executeBatch);
                }),
                with("prepared, the last fails", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4, 5, 1);
                    t.note("counts", p::executeLargeBatch);
                }),
                with("prepared, two fail", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4, 1, 5, 2, 6);
                    t.note("counts", p::executeBatch);
                }),
                with("prepared, the middle fails, in a transaction", (t, c) -> {
                    c.setAutoCommit(false);
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4, 1, 5);
                    t.note("counts", p::executeBatch);
                    t.rows("sees", () -> c.createStatement().executeQuery(Statements.ITEMS));
                    t.attempt("commit", c::commit);
                }),
                with("prepared, committed", (t, c) -> {
                    c.setAutoCommit(false);
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4, 5);
                    t.note("counts", p::executeBatch);
                    t.attempt("commit", c::commit);
                }),
                with("prepared, of updates that hit several rows and none", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("update item set qty = ? where id < ?");
                    for (int bound : new int[] {0, 2, 9}) {
                        p.setInt(1, bound);
                        p.setInt(2, bound);
                        p.addBatch();
                    }
                    t.note("counts", p::executeBatch);
                }),
                with("prepared, a parameter missing", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    p.setInt(1, 4);
                    t.attempt("add", p::addBatch);
                    t.note("counts", p::executeBatch);
                }),
                with("prepared, with a query in it", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select name from item where id = ?");
                    p.setInt(1, 1);
                    p.addBatch();
                    t.note("counts", p::executeBatch);
                }),
                with("prepared, with nulls and without", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("update item set qty = ? where id = ?");
                    p.setNull(1, java.sql.Types.INTEGER);
                    p.setInt(2, 1);
                    p.addBatch();
                    p.setInt(1, 77);
                    p.setInt(2, 2);
                    p.addBatch();
                    t.note("counts", p::executeBatch);
                }),
                with("prepared, executed alone between", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4);
                    p.setInt(1, 5);
                    t.note("alone", p::executeUpdate);
                    t.note("counts", p::executeBatch);
                }),
                with("a thousand", (t, c) -> {
                    Trial.run(c, "create table made (id int primary key)");
                    c.setAutoCommit(false);
                    PreparedStatement p = c.prepareStatement("insert into made values (?)");
                    for (int i = 0; i < 1000; i++) {
                        p.setInt(1, i);
                        p.addBatch();
                    }
                    t.note("counts", () -> java.util.Arrays.stream(p.executeBatch())
                            .distinct()
                            .toArray());
                    c.commit();
                    t.note("rows", () -> Trial.ask(c, "select count(*) from made"));
                }),
                with("closed", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(INSERT);
                    insert(p, 4);
                    p.close();
                    t.note("counts", p::executeBatch);
                    t.attempt("clear", p::clearBatch);
                }));
    }
}
