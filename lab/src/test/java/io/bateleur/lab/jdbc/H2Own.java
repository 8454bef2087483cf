package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.ConnectionPoolDataSource;
import org.h2.api.Interval;
import org.h2.jdbc.JdbcConnection;

/** What only H2 has. */
final class H2Own {
    private H2Own() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("h2: " + name, t -> body.run(t, t.connect()));
    }

    static List<Behaviour> all() {
        Branches.XaSource source = trial -> (javax.sql.XADataSource) dataSource(trial);
        return new ArrayList<>(List.of(
                with("the driver's own connection", (t, c) -> {
                    JdbcConnection own = c.unwrap(JdbcConnection.class);
                    t.note("closed", own::isClosed);
                    t.note("mode", () -> own.getMode().getEnum());
                }),
                with("MERGE", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("merge into item key (id) values (?, ?, ?)");
                    for (int id = 3; id < 5; id++) {
                        p.setInt(1, id);
                        p.setString(2, "merged");
                        p.setInt(3, id);
                        t.note("count", p::executeUpdate);
                    }
                    t.items();
                }),
                with(
                        "what a change did",
                        (t, c) -> t.rows("rows", () -> c.createStatement()
                                .executeQuery(
                                        "select id, qty from final table (update item set qty = 1 where id < 3)"))),
                with(
                        "a table of values",
                        (t, c) -> t.rows("rows", () -> c.createStatement()
                                .executeQuery("select * from (values (1, 'a'), (2, 'b')) v(x, y)"))),
                with("intervals and identifiers", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select cast(? as interval day), cast(? as uuid)");
                    p.setObject(1, Interval.ofDays(3));
                    p.setObject(2, new UUID(1, 2));
                    t.rows("rows", p::executeQuery);
                }),
                with("an array as a parameter", (t, c) -> {
                    PreparedStatement p = c.prepareStatement("select id from item where id = any(?) order by id");
                    p.setArray(1, c.createArrayOf("integer", new Object[] {1, 3}));
                    t.rows("rows", p::executeQuery);
                }),
                with("rows inside an array", (t, c) -> {
                    ResultSet rows = c.createStatement().executeQuery("select c_ints from kinds where id = 1");
                    rows.next();
                    java.sql.Array array = rows.getArray(1);
                    t.rows("elements", array::getResultSet);
                    t.attempt("free", array::free);
                }),
                with("a session is ended by another", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, "update item set qty = 1");
                    Object id = Trial.ask(c, "select session_id()");
                    t.note("ended", () -> Trial.ask(t.outside(), "select abort_session(" + id + ")"));
                    t.attempt("commit", c::commit);
                    t.items();
                }),
                with("a cancelled session", (t, c) -> {
                    Object id = Trial.ask(c, "select session_id()");
                    t.note("cancelled", () -> Trial.ask(t.outside(), "select cancel_session(" + id + ")"));
                    t.note("valid", () -> c.isValid(1));
                }),
                with(
                        "a script",
                        (t, c) -> t.note("rows", () -> c.createStatement()
                                .executeQuery("script nodata table item")
                                .next())),
                with("two phases as texts", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, "update item set qty = 1 where id = 1");
                    t.attempt("prepare", () -> Trial.run(c, "prepare commit mine"));
                    t.attempt("commit", () -> Trial.run(c, "commit transaction mine"));
                    t.attempt("end", c::commit);
                    t.items();
                }),
                new Behaviour("h2: a pooled connection", t -> {
                    ConnectionPoolDataSource pooled = (ConnectionPoolDataSource) dataSource(t);
                    var physical = pooled.getPooledConnection();
                    Connection c = physical.getConnection();
                    t.note("value", () -> Trial.ask(c, "select 1"));
                    c.close();
                    t.note("closed", c::isClosed);
                    physical.close();
                }),
                Branches.committed(source),
                Branches.rolledBack(source),
                Branches.onePhase(source),
                Branches.wrong(source)));
    }

    private static Object dataSource(Trial trial) {
        try {
            return trial.subject().dataSource();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
