package io.bateleur.lab.jdbc;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Types;
import java.util.List;

/** Procedures and functions: parameters in, out and both, by index and by name. */
final class Calls {
    private Calls() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("call: " + name, t -> {
            Connection c = t.connect();
            if (t.subject() instanceof Postgres) {
                Trial.run(
                        c,
                        "create schema apart",
                        "create function apart.plus(a int, b int) returns int language sql as 'select a + b'",
                        "create procedure apart.twice(inout a int) language plpgsql as 'begin a := a * 2; end'",
                        "set search_path = public, apart");
            } else if (t.subject() instanceof MariaDb) {
                Trial.run(
                        c,
                        "create function plus(a int, b int) returns int deterministic return a + b",
                        "create procedure twice(inout a int) set a = a * 2",
                        "create procedure several() begin select 1; update item set qty = 0; select 2; end");
            } else if (t.subject() instanceof H2) {
                Trial.run(
                        c,
                        "create alias plus as 'int plus(int one, int two) { return one + two; }'",
                        "create alias twice as 'int twice(int a) { return a * 2; }'");
            }
            body.run(t, c);
        });
    }

    static List<Behaviour> all() {
        return List.of(
                with("a function", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    s.registerOutParameter(1, Types.INTEGER);
                    s.setInt(2, 2);
                    s.setInt(3, 3);
                    t.note("has rows", s::execute);
                    t.note("result", () -> s.getInt(1));
                    t.note("null", s::wasNull);
                    t.note("object", () -> s.getObject(1));
                    t.note("text", () -> s.getString(1));
                    t.note("as long", () -> s.getObject(1, Long.class));
                }),
                with("a function, called again", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    s.registerOutParameter(1, Types.INTEGER);
                    for (int i = 0; i < 7; i++) {
                        s.setInt(2, i);
                        s.setInt(3, 1);
                        s.execute();
                        t.note("result", () -> s.getInt(1));
                    }
                }),
                with("a function of nulls", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    s.registerOutParameter(1, Types.INTEGER);
                    s.setNull(2, Types.INTEGER);
                    s.setInt(3, 3);
                    t.note("has rows", s::execute);
                    t.note("result", () -> s.getInt(1));
                    t.note("null", s::wasNull);
                }),
                with("a result that was not registered", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    s.setInt(2, 2);
                    s.setInt(3, 3);
                    t.note("has rows", s::execute);
                    t.note("result", () -> s.getInt(1));
                }),
                with("a result read as what it is not", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    s.registerOutParameter(1, Types.INTEGER);
                    s.setInt(2, 2);
                    s.setInt(3, 3);
                    t.note("has rows", s::execute);
                    t.note("date", () -> s.getDate(1));
                    t.note("bytes", () -> s.getBytes(1));
                    t.note("out of range", () -> s.getInt(9));
                }),
                with("a result before the call", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    s.registerOutParameter(1, Types.INTEGER);
                    t.note("result", () -> s.getInt(1));
                }),
                with("a procedure in and out", (t, c) -> {
                    CallableStatement s =
                            c.prepareCall(t.subject() instanceof Postgres ? "call twice(?)" : "{call twice(?)}");
                    t.attempt("register", () -> s.registerOutParameter(1, Types.INTEGER));
                    s.setInt(1, 21);
                    t.note("has rows", s::execute);
                    t.note("result", () -> s.getInt(1));
                    t.note("count", s::getUpdateCount);
                }),
                with("parameters by name", (t, c) -> {
                    CallableStatement s = c.prepareCall("{call twice(?)}");
                    t.attempt("register", () -> s.registerOutParameter("a", Types.INTEGER));
                    t.attempt("set", () -> s.setInt("a", 21));
                    t.note("has rows", s::execute);
                    t.note("result", () -> s.getInt("a"));
                    t.note("wrong", () -> s.getInt("wrong"));
                }),
                with("several results", (t, c) -> {
                    CallableStatement s = c.prepareCall("{call several()}");
                    t.note("has rows", s::execute);
                    for (int i = 0; i < 5; i++) {
                        t.rows("rows", s::getResultSet);
                        t.note("count", s::getUpdateCount);
                        t.note("more", () -> s.getMoreResults());
                    }
                }),
                with("no such procedure", (t, c) -> {
                    t.note("prepare", () -> c.prepareCall("{call nowhere(?)}"));
                    t.note("execute", () -> c.prepareCall("{call nowhere()}").execute());
                }),
                with("a query as a callable statement", (t, c) -> {
                    CallableStatement s = c.prepareCall("select id from item order by id");
                    t.rows("rows", s::executeQuery);
                    t.note("connection", () -> s.getConnection() == c);
                }),
                with("a batch", (t, c) -> {
                    CallableStatement s = c.prepareCall("{call twice(?)}");
                    s.setInt(1, 1);
                    t.attempt("add", s::addBatch);
                    t.note("counts", s::executeBatch);
                }),
                with("what its parameters are", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    t.note("count", () -> s.getParameterMetaData().getParameterCount());
                    t.note("mode", () -> s.getParameterMetaData().getParameterMode(1));
                }),
                with("of its kind and closed", (t, c) -> {
                    CallableStatement s = c.prepareCall("{? = call plus(?, ?)}");
                    s.close();
                    t.attempt("register", () -> s.registerOutParameter(1, Types.INTEGER));
                    t.note("execute", s::execute);
                    t.note("result", () -> s.getInt(1));
                }));
    }
}
