package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.Savepoint;
import java.util.List;

/** Savepoints: named and unnamed, released, used again, and used where they do not belong. */
final class Savepoints {
    private Savepoints() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("savepoint: " + name, t -> {
            Connection connection = t.connect();
            connection.setAutoCommit(false);
            body.run(t, connection);
            t.attempt("commit", connection::commit);
            t.items();
        });
    }

    private static final String CHANGE = "update item set qty = qty + 1 where id = 1";
    private static final String OTHER = "update item set name = 'changed' where id = 2";

    static List<Behaviour> all() {
        return List.of(
                with("unnamed, rolled back to", (t, c) -> {
                    Trial.run(c, CHANGE);
                    Savepoint point = c.setSavepoint();
                    Trial.run(c, OTHER);
                    t.attempt("rollback", () -> c.rollback(point));
                }),
                with("named, rolled back to", (t, c) -> {
                    Trial.run(c, CHANGE);
                    Savepoint point = c.setSavepoint("here");
                    Trial.run(c, OTHER);
                    t.attempt("rollback", () -> c.rollback(point));
                }),
                with("what an unnamed one is called", (t, c) -> {
                    Savepoint point = c.setSavepoint();
                    t.note("id", point::getSavepointId);
                    t.note("name", point::getSavepointName);
                    t.note("next id", () -> c.setSavepoint().getSavepointId());
                }),
                with("what a named one is called", (t, c) -> {
                    Savepoint point = c.setSavepoint("It's \"here\"");
                    t.note("id", point::getSavepointId);
                    t.note("name", point::getSavepointName);
                    Trial.run(c, CHANGE);
                    t.attempt("rollback", () -> c.rollback(point));
                }),
                with("rolled back to twice", (t, c) -> {
                    Savepoint point = c.setSavepoint();
                    Trial.run(c, CHANGE);
                    t.attempt("rollback", () -> c.rollback(point));
                    Trial.run(c, OTHER);
                    t.attempt("rollback again", () -> c.rollback(point));
                }),
                with("released", (t, c) -> {
                    Savepoint point = c.setSavepoint("here");
                    Trial.run(c, CHANGE);
                    t.attempt("release", () -> c.releaseSavepoint(point));
                    t.attempt("rollback", () -> c.rollback(point));
                    t.note("name", point::getSavepointName);
                }),
                with("released twice", (t, c) -> {
                    Savepoint point = c.setSavepoint();
                    t.attempt("release", () -> c.releaseSavepoint(point));
                    t.attempt("again", () -> c.releaseSavepoint(point));
                    t.note("id", point::getSavepointId);
                }),
                with("nested, the outer rolled back to", (t, c) -> {
                    Savepoint outer = c.setSavepoint("outer");
                    Trial.run(c, CHANGE);
                    Savepoint inner = c.setSavepoint("inner");
                    Trial.run(c, OTHER);
                    t.attempt("outer", () -> c.rollback(outer));
                    t.attempt("inner", () -> c.rollback(inner));
                }),
                with("nested, the inner rolled back to", (t, c) -> {
                    c.setSavepoint("outer");
                    Trial.run(c, CHANGE);
                    Savepoint inner = c.setSavepoint("inner");
                    Trial.run(c, OTHER);
                    t.attempt("inner", () -> c.rollback(inner));
                }),
                with("two of one name", (t, c) -> {
                    Savepoint first = c.setSavepoint("same");
                    Trial.run(c, CHANGE);
                    Savepoint second = c.setSavepoint("same");
                    Trial.run(c, OTHER);
                    t.attempt("second", () -> c.rollback(second));
                    t.attempt("first", () -> c.rollback(first));
                }),
                with("after the transaction's end", (t, c) -> {
                    Savepoint point = c.setSavepoint();
                    Trial.run(c, CHANGE);
                    c.commit();
                    t.attempt("rollback", () -> c.rollback(point));
                    t.attempt("release", () -> c.releaseSavepoint(point));
                    t.attempt("end", c::rollback);
                }),
                with("under auto-commit", (t, c) -> {
                    c.setAutoCommit(true);
                    t.note("unnamed", c::setSavepoint);
                    t.note("named", () -> c.setSavepoint("here"));
                    t.attempt("off", () -> c.setAutoCommit(false));
                }),
                with("after an error", (t, c) -> {
                    Trial.run(c, CHANGE);
                    Savepoint point = c.setSavepoint();
                    t.attempt("fail", () -> Trial.run(c, "insert into item values (1, 'again', 1)"));
                    t.attempt("rollback", () -> c.rollback(point));
                    t.attempt("other", () -> Trial.run(c, OTHER));
                }),
                with("set after an error", (t, c) -> {
                    t.attempt("fail", () -> Trial.run(c, "selekt 1"));
                    t.note("point", c::setSavepoint);
                }),
                with("of another connection", (t, c) -> {
                    Connection other = t.connect();
                    other.setAutoCommit(false);
                    Savepoint foreign = other.setSavepoint("foreign");
                    Trial.run(c, CHANGE);
                    t.attempt("rollback", () -> c.rollback(foreign));
                    t.attempt("release", () -> c.releaseSavepoint(foreign));
                    other.rollback();
                }),
                with("null", (t, c) -> {
                    t.attempt("rollback", () -> c.rollback(null));
                    t.attempt("release", () -> c.releaseSavepoint(null));
                    t.note("named null", () -> c.setSavepoint(null));
                }),
                with("as texts", (t, c) -> {
                    Trial.run(c, CHANGE);
                    t.attempt("set", () -> Trial.run(c, "savepoint a"));
                    Trial.run(c, OTHER);
                    t.attempt("rollback", () -> Trial.run(c, "rollback to savepoint a"));
                    t.attempt("release", () -> Trial.run(c, "release savepoint a"));
                    t.attempt("again", () -> Trial.run(c, "rollback to savepoint a"));
                }),
                with("set by call, rolled back to by text", (t, c) -> {
                    Trial.run(c, CHANGE);
                    c.setSavepoint("mixed");
                    Trial.run(c, OTHER);
                    t.attempt("rollback", () -> Trial.run(c, "rollback to savepoint mixed"));
                }),
                with("rollback of all forgets them", (t, c) -> {
                    Savepoint point = c.setSavepoint("here");
                    Trial.run(c, CHANGE);
                    t.attempt("all", c::rollback);
                    t.attempt("point", () -> c.rollback(point));
                }));
    }
}
