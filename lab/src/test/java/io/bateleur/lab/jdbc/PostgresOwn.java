package io.bateleur.lab.jdbc;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.PGStatement;
import org.postgresql.geometric.PGpoint;
import org.postgresql.jdbc.AutoSave;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.largeobject.LargeObject;
import org.postgresql.largeobject.LargeObjectManager;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/** What only PostgreSQL and PgJDBC have. */
final class PostgresOwn {
    private PostgresOwn() {}

    private interface Body {
        void run(Trial t, Connection connection, PGConnection own) throws Exception;
    }

    /** Once by a cast and once unwrapped: both must work. */
    private static Behaviour with(String name, Body body) {
        return new Behaviour("postgresql: " + name, t -> {
            Connection cast = t.connect();
            body.run(t, cast, (PGConnection) cast);
            Connection unwrapped = t.connect();
            t.subject().reset();
            body.run(t, unwrapped, unwrapped.unwrap(PGConnection.class));
        });
    }

    private static final String CHANGE = "update item set qty = qty + 1 where id = 1";

    static List<Behaviour> all() {
        return List.of(
                with("copy in", (t, c, own) -> {
                    t.note("rows", () -> own.getCopyAPI()
                            .copyIn("copy item from stdin", new StringReader("8\teight\t8\n")));
                    t.note("broken", () -> own.getCopyAPI().copyIn("copy item from stdin", new StringReader("x\n")));
                    t.items();
                }),
                with("copy out", (t, c, own) -> {
                    StringWriter out = new StringWriter();
                    t.note("rows", () -> own.getCopyAPI()
                            .copyOut("copy (select * from item order by id) to stdout", out));
                    t.note("text", out::toString);
                }),
                with("copy in a transaction", (t, c, own) -> {
                    c.setAutoCommit(false);
                    own.getCopyAPI().copyIn("copy item from stdin", new StringReader("8\teight\t8\n"));
                    t.note("count", () -> Trial.ask(c, "select count(*) from item"));
                    c.rollback();
                    t.items();
                }),
                with("large objects of the server", (t, c, own) -> {
                    c.setAutoCommit(false);
                    LargeObjectManager manager = own.getLargeObjectAPI();
                    long id = manager.createLO();
                    try (LargeObject object = manager.open(id)) {
                        object.write("hello".getBytes(StandardCharsets.US_ASCII));
                        object.seek(1);
                        t.note("read", () -> object.read(3));
                        t.note("size", object::size);
                    }
                    manager.delete(id);
                    c.commit();
                }),
                with("notifications", (t, c, own) -> {
                    Trial.run(c, "listen news");
                    Trial.run(t.outside(), "notify news, 'hello'");
                    Trial.run(c, "select 1");
                    PGNotification[] all = own.getNotifications(1000);
                    t.note("name", () -> all[0].getName());
                    t.note("text", () -> all[0].getParameter());
                }),
                with("escapes", (t, c, own) -> {
                    t.note("literal", () -> own.escapeLiteral("it's"));
                    t.note("identifier", () -> own.escapeIdentifier("a b"));
                    t.note("mode", own::getPreferQueryMode);
                    t.note("fetch size", own::getDefaultFetchSize);
                    t.note("threshold", own::getPrepareThreshold);
                    t.note("parameter", () -> own.getParameterStatus("server_encoding"));
                }),
                with("save automatically", (t, c, own) -> {
                    own.setAutosave(AutoSave.ALWAYS);
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("fail", () -> Trial.run(c, "selekt 1"));
                    t.attempt("more", () -> Trial.run(c, CHANGE));
                    t.attempt("commit", c::commit);
                    t.items();
                }),
                with(
                        "arrays of its own",
                        (t, c, own) -> t.note("array", () -> own.createArrayOf("int4", new int[] {1, 2}))),
                with("a statement's own settings", (t, c, own) -> {
                    PreparedStatement p = c.prepareStatement("select ?::int");
                    PGStatement mine = (PGStatement) p;
                    t.attempt("threshold", () -> mine.setPrepareThreshold(1));
                    p.setInt(1, 1);
                    t.rows("rows", p::executeQuery);
                    t.note("on the server", mine::isUseServerPrepare);
                    t.note("unwrapped", () -> p.unwrap(PGStatement.class).getPrepareThreshold());
                }),
                with("types of its own", (t, c, own) -> {
                    PGobject json = new PGobject();
                    json.setType("jsonb");
                    json.setValue("{\"x\": 1}");
                    PreparedStatement p = c.prepareStatement("select ?::jsonb, ?::interval, ?::point");
                    p.setObject(1, json);
                    p.setObject(2, new PGInterval("1 day"));
                    p.setObject(3, new PGpoint(1, 2));
                    t.rows("rows", p::executeQuery);
                }),
                with("a composite type", (t, c, own) -> {
                    Trial.run(c, "create schema if not exists apart", "create type apart.pair as (a int, b text)");
                    t.rows("rows", () -> c.createStatement().executeQuery("select row(1, 'x')::apart.pair"));
                    Trial.run(c, "drop type apart.pair");
                }),
                with("notices are warnings", (t, c, own) -> {
                    Statement s = c.createStatement();
                    s.execute("do $$ begin raise notice 'one'; raise warning 'two'; end $$");
                    t.warnings("warnings", s::getWarnings);
                    t.attempt("clear", s::clearWarnings);
                    t.warnings("cleared", s::getWarnings);
                }),
                with("a cursor by reference", (t, c, own) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, "declare mine cursor for select id from item order by id");
                    t.rows("rows", () -> c.createStatement().executeQuery("fetch 2 from mine"));
                    c.commit();
                }),
                with("the server ends the connection", (t, c, own) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    int process = own.getBackendPID();
                    Trial.ask(t.outside(), "select pg_terminate_backend(" + process + ", 5000)");
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("commit", c::commit);
                    t.note("valid", () -> c.isValid(1));
                    t.note("closed", c::isClosed);
                    t.items();
                }),
                with("the server ends the connection before the commit", (t, c, own) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    Trial.ask(t.outside(), "select pg_terminate_backend(" + own.getBackendPID() + ", 5000)");
                    t.attempt("commit", c::commit);
                    t.attempt("rollback", c::rollback);
                    t.attempt("close", c::close);
                    t.items();
                }),
                with("a statement timeout of the server", (t, c, own) -> {
                    Trial.run(c, "set statement_timeout = 100");
                    t.rows("rows", () -> c.createStatement().executeQuery("select pg_sleep(5)"));
                }),
                with("deferred constraints fail at commit", (t, c, own) -> {
                    Trial.run(
                            c,
                            "create table made (id int primary key, up int references made deferrable initially deferred)");
                    c.setAutoCommit(false);
                    Trial.run(c, "insert into made values (1, 99)");
                    t.attempt("commit", c::commit);
                    c.setAutoCommit(true);
                    t.note("rows", () -> Trial.ask(c, "select count(*) from made"));
                }),
                with("a commit of a failed transaction that is refused", (t, c, own) -> {
                    Connection lenient = t.connect(Map.of("raiseExceptionOnSilentRollback", "false"));
                    lenient.setAutoCommit(false);
                    t.attempt("fail", () -> Trial.run(lenient, "selekt 1"));
                    t.attempt("commit", lenient::commit);
                }),
                with("simple queries", (t, c, own) -> {
                    Connection simple = t.connect(Map.of("preferQueryMode", PreferQueryMode.SIMPLE.value()));
                    PreparedStatement p = simple.prepareStatement("select ?, ?");
                    p.setInt(1, 1);
                    p.setString(2, "it's");
                    t.rows("rows", p::executeQuery);
                }),
                with("inserts rewritten into one", (t, c, own) -> {
                    Connection rewriting = t.connect(Map.of("reWriteBatchedInserts", "true"));
                    PreparedStatement p = rewriting.prepareStatement("insert into item values (?, ?, ?)");
                    for (int i = 10; i < 20; i++) {
                        p.setInt(1, i);
                        p.setString(2, "n");
                        p.setNull(3, Types.INTEGER);
                        p.addBatch();
                    }
                    t.note("counts", p::executeBatch);
                    t.items();
                }),
                with("a function that gives a cursor", PostgresOwn::cursor),
                Branches.committed(),
                Branches.rolledBack(),
                Branches.onePhase(),
                Branches.wrong());
    }

    private static void cursor(Trial t, Connection c, PGConnection own) throws SQLException {
        Trial.run(
                c,
                "create schema if not exists apart",
                "create or replace function apart.all_items() returns refcursor language plpgsql as "
                        + "'declare r refcursor := ''r''; begin open r for select id from item order by id; return r; end'");
        c.setAutoCommit(false);
        try (Statement s = c.createStatement();
                ResultSet rows = s.executeQuery("select apart.all_items()")) {
            rows.next();
            t.rows("inner", () -> (ResultSet) rows.getObject(1));
        }
        c.commit();
    }
}
