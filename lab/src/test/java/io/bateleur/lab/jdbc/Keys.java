package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;

/** Keys that the database makes. */
final class Keys {
    private Keys() {}

    private interface Body {
        void run(Trial t, Connection connection, Statement statement) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("keys: " + name, t -> {
            Connection connection = t.connect();
            Trial.run(connection, "create table made (" + t.subject().numbered() + ")");
            body.run(t, connection, connection.createStatement());
        });
    }

    private static final String INSERT = "insert into made (name) values ('a')";
    private static final String TWO = "insert into made (name) values ('a'), ('b')";
    private static final String PARAMETER = "insert into made (name) values (?)";

    static List<Behaviour> all() {
        return List.of(
                with("executeUpdate with keys", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate(INSERT, Statement.RETURN_GENERATED_KEYS));
                    t.rows("keys", s::getGeneratedKeys);
                    t.rows("keys again", s::getGeneratedKeys);
                }),
                with("executeUpdate without keys", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate(INSERT, Statement.NO_GENERATED_KEYS));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("nobody asked for keys", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate(INSERT));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("executeUpdate with keys of two rows", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate(TWO, Statement.RETURN_GENERATED_KEYS));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("executeUpdate with columns by index", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate(INSERT, new int[] {1}));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("executeUpdate with columns by name", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate(INSERT, new String[] {"id"}));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("executeUpdate with a column that is not there", (t, c, s) -> {
                    t.note("count", () -> s.executeUpdate(INSERT, new String[] {"wrong"}));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("executeLargeUpdate with keys", (t, c, s) -> {
                    t.note("count", () -> s.executeLargeUpdate(INSERT, Statement.RETURN_GENERATED_KEYS));
                    t.rows("keys", s::getGeneratedKeys);
                    t.note(
                            "by index",
                            () -> s.executeLargeUpdate("insert into made (name) values ('c')", new int[] {1}));
                    t.note(
                            "by name",
                            () -> s.executeLargeUpdate("insert into made (name) values ('d')", new String[] {"id"}));
                    t.rows("keys then", s::getGeneratedKeys);
                }),
                with("execute with keys", (t, c, s) -> {
                    t.note("has rows", () -> s.execute(INSERT, Statement.RETURN_GENERATED_KEYS));
                    t.note("count", s::getUpdateCount);
                    t.rows("keys", s::getGeneratedKeys);
                    t.note("more", () -> s.getMoreResults());
                }),
                with("execute with columns", (t, c, s) -> {
                    t.note("by index", () -> s.execute(INSERT, new int[] {1}));
                    t.rows("keys", s::getGeneratedKeys);
                    t.note(
                            "by name",
                            () -> s.execute("insert into made (name) values ('b')", new String[] {"id", "name"}));
                    t.rows("keys then", s::getGeneratedKeys);
                }),
                with("keys in no known way", (t, c, s) -> t.note("count", () -> s.executeUpdate(INSERT, 99))),
                with("keys of a query", (t, c, s) -> {
                    t.note("has rows", () -> s.execute("select 1", Statement.RETURN_GENERATED_KEYS));
                    t.rows("rows", s::getResultSet);
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("keys of a delete", (t, c, s) -> {
                    s.executeUpdate(TWO);
                    t.note("count", () -> s.executeUpdate("delete from made", Statement.RETURN_GENERATED_KEYS));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("keys of a failed insert", (t, c, s) -> {
                    s.executeUpdate(INSERT);
                    t.note("count", () -> s.executeUpdate(INSERT, Statement.RETURN_GENERATED_KEYS));
                    t.rows("keys", s::getGeneratedKeys);
                }),
                with("prepared with keys", (t, c, s) -> {
                    PreparedStatement p = c.prepareStatement(PARAMETER, Statement.RETURN_GENERATED_KEYS);
                    for (String name : new String[] {"a", "b"}) {
                        p.setString(1, name);
                        t.note("count", p::executeUpdate);
                        t.rows("keys", p::getGeneratedKeys);
                    }
                }),
                with("prepared with columns by index", (t, c, s) -> {
                    PreparedStatement p = c.prepareStatement(PARAMETER, new int[] {1});
                    p.setString(1, "a");
                    t.note("count", p::executeUpdate);
                    t.rows("keys", p::getGeneratedKeys);
                }),
                with("prepared with columns by name", (t, c, s) -> {
                    PreparedStatement p = c.prepareStatement(PARAMETER, new String[] {"id"});
                    p.setString(1, "a");
                    t.note("has rows", p::execute);
                    t.rows("keys", p::getGeneratedKeys);
                }),
                with("keys of a prepared batch", (t, c, s) -> {
                    PreparedStatement p = c.prepareStatement(PARAMETER, Statement.RETURN_GENERATED_KEYS);
                    for (String name : new String[] {"a", "b", "c"}) {
                        p.setString(1, name);
                        p.addBatch();
                    }
                    t.note("counts", p::executeBatch);
                    t.rows("keys", p::getGeneratedKeys);
                }),
                with("keys know their statement", (t, c, s) -> {
                    s.executeUpdate(INSERT, Statement.RETURN_GENERATED_KEYS);
                    t.note("statement", () -> s.getGeneratedKeys().getStatement() == s);
                    t.note("found", () -> s.getGeneratedKeys().findColumn("id"));
                }),
                with("RETURNING", (t, c, s) -> {
                    t.rows("rows", () -> s.executeQuery("insert into made (name) values ('r') returning id, name"));
                    t.note("has rows", () -> s.execute("update made set name = 'q' returning name"));
                    t.rows("rows then", s::getResultSet);
                    t.note("count", s::getUpdateCount);
                }));
    }
}
