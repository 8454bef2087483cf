package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** What only MariaDB has. */
final class MariaDbOwn {
    private MariaDbOwn() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("mariadb: " + name, t -> body.run(t, t.connect()));
    }

    private static final String CHANGE = "update item set qty = qty + 1 where id = 1";

    static List<Behaviour> all() {
        return List.of(
                with("the driver's own connection", (t, c) -> {
                    org.mariadb.jdbc.Connection own = c.unwrap(org.mariadb.jdbc.Connection.class);
                    t.note("thread", () -> own.getThreadId() > 0);
                    t.note("version", () -> own.getMetaData().getDatabaseMajorVersion());
                }),
                with("the server ends the connection", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    Object id = Trial.ask(c, "select connection_id()");
                    Trial.run(t.outside(), "kill " + id);
                    Thread.sleep(100);
                    t.attempt("commit", c::commit);
                    t.note("valid", () -> c.isValid(1));
                    t.note("closed", c::isClosed);
                    t.items();
                }),
                with("the server ends a query", (t, c) -> {
                    Object id = Trial.ask(c, "select connection_id()");
                    Thread killer = new Thread(() -> {
                        try {
                            Thread.sleep(200);
                            Trial.run(t.outside(), "kill query " + id);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    killer.start();
                    t.rows("rows", () -> c.createStatement().executeQuery("select sleep(5)"));
                    killer.join();
                    t.note("valid", () -> c.isValid(1));
                }),
                with("warnings of the server", (t, c) -> {
                    Trial.run(c, "set sql_mode = ''");
                    Statement s = c.createStatement();
                    s.executeUpdate("insert into item values (9, '" + "x".repeat(50) + "', 1)");
                    t.warnings("warnings", s::getWarnings);
                    t.warnings("the connection's", c::getWarnings);
                }),
                with("rows that are changed and rows that are found", (t, c) -> {
                    t.note("same value", () -> c.createStatement()
                            .executeUpdate("update item set qty = 10 where id = 1"));
                    Connection affected = t.connect(Map.of("useAffectedRows", "true"));
                    t.note("affected", () -> affected.createStatement()
                            .executeUpdate("update item set qty = 10 where id = 1"));
                }),
                with("ON DUPLICATE KEY", (t, c) -> {
                    PreparedStatement p =
                            c.prepareStatement("insert into item values (?, 'n', 1) on duplicate key update qty = 5");
                    for (int id = 3; id < 5; id++) {
                        p.setInt(1, id);
                        t.note("count", p::executeUpdate);
                    }
                    t.items();
                }),
                with("REPLACE", (t, c) -> {
                    t.note("count", () -> c.createStatement().executeUpdate("replace into item values (1, 'r', 1)"));
                    t.items();
                }),
                with("prepared on the server", (t, c) -> {
                    Connection server = t.connect(Map.of("useServerPrepStmts", "true"));
                    PreparedStatement p = server.prepareStatement("select id, name from item where id = ?");
                    for (int id = 1; id < 4; id++) {
                        p.setInt(1, id);
                        t.rows("rows", p::executeQuery);
                    }
                    t.note("columns", () -> Results.labels(p.getMetaData()));
                }),
                with("rows streamed one at a time", (t, c) -> {
                    Statement s = c.createStatement();
                    s.setFetchSize(1);
                    ResultSet rows = s.executeQuery("select id from item order by id");
                    rows.next();
                    t.note("other", () -> Trial.ask(c, "select 7"));
                    t.note("next", rows::next);
                    t.note("value", () -> rows.getInt(1));
                }),
                with("a definition commits", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE, "create table made (id int)");
                    t.attempt("rollback", c::rollback);
                    t.items();
                }),
                with("a chained transaction", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE, "commit and chain", CHANGE);
                    t.attempt("rollback", c::rollback);
                    t.items();
                }),
                with("a snapshot at the start", (t, c) -> {
                    Trial.run(c, "start transaction with consistent snapshot");
                    Trial.run(t.outside(), CHANGE);
                    t.note("look", () -> Trial.ask(c, "select qty from item where id = 1"));
                    Trial.run(c, "commit");
                }),
                with("auto-commit as a text", (t, c) -> {
                    Trial.run(c, "set autocommit = 0");
                    t.note("auto-commit", c::getAutoCommit);
                    Trial.run(c, CHANGE);
                    t.attempt("rollback", c::rollback);
                    t.items();
                    Trial.run(c, "set autocommit = 1");
                    t.note("auto-commit then", c::getAutoCommit);
                }),
                with("a lock on a table", (t, c) -> {
                    Trial.run(c, "lock tables item write", CHANGE, "unlock tables");
                    t.items();
                }),
                with("two phases as texts", (t, c) -> {
                    Trial.run(c, "xa start 'a'", CHANGE, "xa end 'a'", "xa prepare 'a'");
                    t.items();
                    t.attempt("commit", () -> Trial.run(c, "xa commit 'a'"));
                    t.items();
                }),
                with("SKIP LOCKED", (t, c) -> {
                    Connection other = t.connect();
                    c.setAutoCommit(false);
                    other.setAutoCommit(false);
                    t.note("first", () -> Trial.ask(c, "select id from item order by id limit 1 for update"));
                    t.note(
                            "second",
                            () -> Trial.ask(other, "select id from item order by id limit 1 for update skip locked"));
                    t.note("at once", () -> Trial.ask(other, "select id from item where id = 1 for update nowait"));
                    c.rollback();
                    other.rollback();
                }),
                Branches.committed(MariaDbOwn::source),
                Branches.rolledBack(MariaDbOwn::source),
                Branches.onePhase(MariaDbOwn::source),
                Branches.wrong(MariaDbOwn::source));
    }

    private static javax.sql.XADataSource source(Trial trial) {
        try {
            return (javax.sql.XADataSource) trial.subject().dataSource();
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
