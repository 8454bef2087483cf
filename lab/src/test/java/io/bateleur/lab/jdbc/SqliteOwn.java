package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.sqlite.Function;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/** What only SQLite has. */
final class SqliteOwn {
    private SqliteOwn() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("sqlite: " + name, t -> body.run(t, t.connect()));
    }

    private static final String CHANGE = "update item set qty = qty + 1 where id = 1";

    static List<Behaviour> all() {
        return List.of(
                with("the driver's own connection", (t, c) -> {
                    SQLiteConnection own = c.unwrap(SQLiteConnection.class);
                    t.note("mode", own::getCurrentTransactionMode);
                    t.note("version", own::libversion);
                    t.note("busy timeout", own::getBusyTimeout);
                    t.attempt("limit", () -> own.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, 1000));
                    t.rows("long", () -> c.createStatement().executeQuery("select zeroblob(2000)"));
                }),
                with("a function of ours", (t, c) -> {
                    Function.create(c.unwrap(Connection.class), "plus", new Function() {
                        @Override
                        protected void xFunc() throws SQLException {
                            result(value_int(0) + value_int(1));
                        }
                    });
                    t.note("sum", () -> Trial.ask(c, "select plus(2, 3)"));
                }),
                with("BEGIN IMMEDIATE", (t, c) -> {
                    t.attempt("begin", () -> Trial.run(c, "begin immediate"));
                    t.attempt("other", () -> Trial.run(t.outside(), CHANGE));
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("commit", () -> Trial.run(c, "commit"));
                    t.items();
                }),
                with("a transaction mode in the properties", (t, c) -> {
                    Connection immediate = t.connect(Map.of("transaction_mode", "IMMEDIATE"));
                    immediate.setAutoCommit(false);
                    t.attempt("change", () -> Trial.run(immediate, CHANGE));
                    t.attempt("commit", immediate::commit);
                    t.items();
                }),
                with("a read that became too old to write", (t, c) -> {
                    c.setAutoCommit(false);
                    t.note("look", () -> Trial.ask(c, "select qty from item where id = 1"));
                    Trial.run(t.outside(), CHANGE);
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("rollback", c::rollback);
                    t.items();
                }),
                with("pragmas", (t, c) -> {
                    t.rows("table", () -> c.createStatement().executeQuery("pragma table_info(item)"));
                    t.note("mode", () -> Trial.ask(c, "pragma journal_mode"));
                    t.attempt("set", () -> Trial.run(c, "pragma cache_size = 100"));
                    t.note("get", () -> Trial.ask(c, "pragma cache_size"));
                }),
                with(
                        "row ids",
                        (t, c) -> t.rows("rows", () -> c.createStatement()
                                .executeQuery("select rowid, id from item order by 1"))),
                with("ON CONFLICT", (t, c) -> {
                    PreparedStatement p = c.prepareStatement(
                            "insert into item values (?, 'new', 1) on conflict (id) do update set qty = excluded.qty");
                    for (int id = 3; id < 5; id++) {
                        p.setInt(1, id);
                        t.note("count", p::executeUpdate);
                    }
                    t.items();
                }),
                with("an attached database", (t, c) -> {
                    // That of temporary tables is there as soon as anybody asks for metadata, as the recorder does.
                    Trial.run(
                            c, "attach ':memory:' as side", "create table side.x (a)", "insert into side.x values (1)");
                    t.note("value", () -> Trial.ask(c, "select a from side.x"));
                    t.rows("databases", () -> c.createStatement()
                            .executeQuery("select name from pragma_database_list where name <> 'temp'"));
                }),
                with("any type in any column", (t, c) -> {
                    ResultSet rows =
                            c.createStatement().executeQuery("select 1 union all select 'x' union all select null");
                    while (rows.next()) {
                        t.note("type", () -> rows.getMetaData().getColumnType(1));
                        t.note("value", () -> rows.getObject(1));
                    }
                }),
                with("a temporary table", (t, c) -> {
                    Trial.run(c, "create temp table mine (a)", "insert into mine values (1)");
                    t.note("mine", () -> Trial.ask(c, "select a from mine"));
                    t.note("other's", () -> Trial.ask(t.connect(), "select a from mine"));
                }),
                with("a checkpoint of the log", (t, c) -> {
                    t.note("mode", () -> Trial.ask(c, "pragma wal_autocheckpoint"));
                    t.note("checkpoint", () -> Trial.ask(c, "pragma wal_checkpoint(passive)"));
                }));
    }
}
