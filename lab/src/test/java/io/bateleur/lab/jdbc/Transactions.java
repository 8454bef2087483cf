package io.bateleur.lab.jdbc;

import static java.sql.Connection.TRANSACTION_NONE;
import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_READ_UNCOMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Transactions: how they begin and end, what an error leaves of them, and control by SQL text. */
final class Transactions {
    private Transactions() {}

    private interface Body {
        void run(Trial t, Connection connection) throws Exception;
    }

    private static Behaviour with(String name, Body body) {
        return new Behaviour("transaction: " + name, t -> {
            body.run(t, t.connect());
            t.items();
        });
    }

    private static final String CHANGE = "update item set qty = qty + 1 where id = 1";
    private static final String FAIL = "insert into item values (1, 'again', 1)";

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>(List.of(
                with("auto-commit is on at first", (t, c) -> {
                    t.note("auto-commit", c::getAutoCommit);
                    Trial.run(c, CHANGE);
                    t.items();
                }),
                with("committed", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.items();
                    t.attempt("commit", c::commit);
                }),
                with("rolled back", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("rollback", c::rollback);
                    t.note("auto-commit", c::getAutoCommit);
                }),
                with("commit while auto-commit is on", (t, c) -> t.attempt("commit", c::commit)),
                with("rollback while auto-commit is on", (t, c) -> t.attempt("rollback", c::rollback)),
                with("commit of nothing", (t, c) -> {
                    c.setAutoCommit(false);
                    t.attempt("commit", c::commit);
                    t.attempt("commit again", c::commit);
                    t.attempt("rollback", c::rollback);
                }),
                with("auto-commit on again commits", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("on", () -> c.setAutoCommit(true));
                    t.note("auto-commit", c::getAutoCommit);
                }),
                with("auto-commit set to what it is", (t, c) -> {
                    t.attempt("on", () -> c.setAutoCommit(true));
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("off", () -> c.setAutoCommit(false));
                    t.items();
                    c.rollback();
                }),
                with("closed without an ending", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("close", c::close);
                }),
                with("an error in the middle, then commit", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("fail", () -> Trial.run(c, FAIL));
                    t.attempt("more", () -> Trial.run(c, CHANGE));
                    t.attempt("commit", c::commit);
                    t.items();
                    t.attempt("next", () -> Trial.run(c, CHANGE));
                    t.attempt("commit next", c::commit);
                }),
                with("an error in the middle, then rollback", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("fail", () -> Trial.run(c, FAIL));
                    t.attempt("rollback", c::rollback);
                    t.attempt("next", () -> Trial.run(c, CHANGE));
                    t.attempt("commit", c::commit);
                }),
                with("an error in the middle, then auto-commit", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("fail", () -> Trial.run(c, FAIL));
                    t.attempt("on", () -> c.setAutoCommit(true));
                    t.note("auto-commit", c::getAutoCommit);
                    t.attempt("more", () -> Trial.run(c, CHANGE));
                }),
                with("an error under auto-commit", (t, c) -> {
                    t.attempt("fail", () -> Trial.run(c, FAIL));
                    t.attempt("more", () -> Trial.run(c, CHANGE));
                }),
                with("a syntax error, then commit", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("fail", () -> Trial.run(c, "selekt 1"));
                    t.attempt("commit", c::commit);
                }),
                with("a definition in it, rolled back", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE, "create table made (id int)");
                    t.attempt("rollback", c::rollback);
                    t.rows("made", () -> c.createStatement().executeQuery("select count(*) from made"));
                    t.attempt("end", c::rollback);
                }),
                with("BEGIN and COMMIT as texts", (t, c) -> {
                    t.attempt("begin", () -> Trial.run(c, "begin"));
                    t.note("auto-commit", c::getAutoCommit);
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.items();
                    t.attempt("commit", () -> Trial.run(c, "commit"));
                }),
                with("BEGIN and ROLLBACK as texts", (t, c) -> {
                    t.attempt("begin", () -> Trial.run(c, "begin"));
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("rollback", () -> Trial.run(c, "rollback"));
                    t.attempt("rollback again", () -> Trial.run(c, "rollback"));
                }),
                with("START TRANSACTION as a text", (t, c) -> {
                    t.attempt("start", () -> Trial.run(c, "start transaction"));
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("commit", () -> Trial.run(c, "COMMIT WORK"));
                }),
                with("COMMIT as a text inside a transaction", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("commit", () -> Trial.run(c, "commit"));
                    t.items();
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("rollback", c::rollback);
                }),
                with("ROLLBACK as a text, prepared", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("rollback", () -> c.prepareStatement("/* end */ rollback")
                            .execute());
                    t.attempt("commit", c::commit);
                }),
                with("BEGIN as a text, then commit by call", (t, c) -> {
                    t.attempt("begin", () -> Trial.run(c, "begin"));
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("commit", c::commit);
                    t.attempt("text", () -> Trial.run(c, "commit"));
                }),
                with("rows over a commit", (t, c) -> over(t, c, true)),
                with("rows over a rollback", (t, c) -> over(t, c, false)),
                with("a prepared statement over many", (t, c) -> {
                    c.setAutoCommit(false);
                    PreparedStatement p = c.prepareStatement(CHANGE);
                    for (int i = 0; i < 8; i++) {
                        t.note("count", p::executeUpdate);
                        if (i % 2 == 0) {
                            c.commit();
                        } else {
                            c.rollback();
                        }
                    }
                }),
                with("read-only", (t, c) -> {
                    t.note("before", c::isReadOnly);
                    t.attempt("set", () -> c.setReadOnly(true));
                    t.note("after", c::isReadOnly);
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("unset", () -> c.setReadOnly(false));
                    t.attempt("change then", () -> Trial.run(c, CHANGE));
                }),
                with("read-only in a transaction", (t, c) -> {
                    c.setAutoCommit(false);
                    t.attempt("set", () -> c.setReadOnly(true));
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                    t.attempt("rollback", c::rollback);
                    Trial.run(c, "select 1");
                    t.attempt("unset inside", () -> c.setReadOnly(false));
                    t.attempt("rollback", c::rollback);
                }),
                with("isolation in a transaction", (t, c) -> {
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    t.attempt("set", () -> c.setTransactionIsolation(TRANSACTION_SERIALIZABLE));
                    t.note("get", c::getTransactionIsolation);
                    t.attempt("rollback", c::rollback);
                    t.note("get then", c::getTransactionIsolation);
                }),
                with("isolation as a text", (t, c) -> {
                    t.attempt("set", () -> Trial.run(c, "set transaction isolation level serializable"));
                    t.attempt("session", () -> Trial.run(c, "set session transaction isolation level repeatable read"));
                    t.note("get", c::getTransactionIsolation);
                    t.attempt("change", () -> Trial.run(c, CHANGE));
                })));
        for (int level : new int[] {
            TRANSACTION_NONE,
            TRANSACTION_READ_UNCOMMITTED,
            TRANSACTION_READ_COMMITTED,
            TRANSACTION_REPEATABLE_READ,
            TRANSACTION_SERIALIZABLE,
            99
        }) {
            all.add(with("isolation " + level, (t, c) -> isolation(t, c, level)));
        }
        return all;
    }

    private static void isolation(Trial t, Connection c, int level) throws Exception {
        t.note("before", c::getTransactionIsolation);
        t.attempt("set", () -> c.setTransactionIsolation(level));
        t.note("after", c::getTransactionIsolation);
        c.setAutoCommit(false);
        t.note("first look", () -> Trial.ask(c, "select qty from item where id = 1"));
        t.attempt("somebody else", () -> Trial.run(t.outside(), "update item set qty = 50 where id = 1"));
        t.note("second look", () -> Trial.ask(c, "select qty from item where id = 1"));
        t.attempt("commit", c::commit);
        t.note("third look", () -> Trial.ask(c, "select qty from item where id = 1"));
        t.attempt("end", c::rollback);
    }

    private static void over(Trial t, Connection c, boolean commit) throws Exception {
        c.setAutoCommit(false);
        for (int holdability : new int[] {ResultSet.HOLD_CURSORS_OVER_COMMIT, ResultSet.CLOSE_CURSORS_AT_COMMIT}) {
            t.note("holdability " + holdability, () -> {
                Statement s = c.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, holdability);
                ResultSet rows = s.executeQuery(Statements.ITEMS);
                rows.next();
                if (commit) {
                    c.commit();
                } else {
                    c.rollback();
                }
                t.note("closed", rows::isClosed);
                t.note("next", rows::next);
                return rows.getInt(1);
            });
        }
        c.rollback();
    }
}
