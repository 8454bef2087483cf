package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** More than one thread or connection: locks, conflicts, cancelling, interrupts. */
final class Concurrency {
    private Concurrency() {}

    private static final String CHANGE = "update item set qty = qty + 1 where id = 1";
    private static final long SOON_MILLIS = 150;

    private static <T> FutureTask<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task, "other").start();
        return task;
    }

    private static FutureTask<Object> cancelSoon(Statement statement) {
        return start(() -> {
            Thread.sleep(SOON_MILLIS);
            statement.cancel();
            return null;
        });
    }

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("concurrency: cancelled by another thread", t -> {
                    Connection c = t.connect();
                    Statement s = c.createStatement();
                    FutureTask<Object> cancel = cancelSoon(s);
                    t.rows("rows", () -> s.executeQuery(t.subject().slowQuery()));
                    cancel.get();
                    t.rows("then", () -> s.executeQuery("select 1"));
                }),
                new Behaviour("concurrency: cancelled in a transaction", t -> {
                    Connection c = t.connect();
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    Statement s = c.prepareStatement(t.subject().slowQuery());
                    FutureTask<Object> cancel = cancelSoon(s);
                    t.rows("rows", () -> ((java.sql.PreparedStatement) s).executeQuery());
                    cancel.get();
                    t.attempt("commit", c::commit);
                    t.items();
                }),
                new Behaviour("concurrency: interrupted before a call", t -> {
                    Connection c = t.connect();
                    Thread.currentThread().interrupt();
                    try {
                        t.attempt("change", () -> Trial.run(c, CHANGE));
                        t.note("still interrupted", Thread::interrupted);
                    } finally {
                        Thread.interrupted();
                    }
                    t.note("valid", () -> c.isValid(1));
                }),
                new Behaviour("concurrency: interrupted before a commit", t -> {
                    Connection c = t.connect();
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    Thread.currentThread().interrupt();
                    try {
                        t.attempt("commit", c::commit);
                        t.note("still interrupted", Thread::interrupted);
                    } finally {
                        Thread.interrupted();
                    }
                }),
                new Behaviour("concurrency: a connection handed to another thread", t -> {
                    Connection c = t.connect();
                    c.setAutoCommit(false);
                    Trial.run(c, CHANGE);
                    FutureTask<Object> other = start(() -> {
                        Trial.run(c, CHANGE);
                        c.commit();
                        return "done";
                    });
                    t.note("other", other::get);
                    t.items();
                }),
                new Behaviour("concurrency: two threads share a connection", t -> {
                    Connection c = t.connect();
                    FutureTask<Object> one = start(() -> Trial.ask(c, "select name from item where id = 1"));
                    FutureTask<Object> two = start(() -> Trial.ask(c, "select name from item where id = 2"));
                    t.note("one", one::get);
                    t.note("two", two::get);
                }),
                new Behaviour("concurrency: closed while another thread reads", t -> {
                    Connection c = t.connect();
                    ResultSet rows = c.createStatement().executeQuery("select id from item order by id");
                    rows.next();
                    start(() -> {
                                c.close();
                                return null;
                            })
                            .get();
                    t.note("closed", c::isClosed);
                    t.note("next", rows::next);
                }),
                new Behaviour("concurrency: a lock is waited for", t -> {
                    if (t.subject() instanceof Sqlite) {
                        t.transcript().line("one writer at a time");
                        return;
                    }
                    Connection one = t.connect();
                    Connection two = t.connect();
                    one.setAutoCommit(false);
                    Trial.run(one, CHANGE);
                    FutureTask<Object> waiting = start(() -> {
                        Trial.run(two, CHANGE);
                        return "done";
                    });
                    Thread.sleep(SOON_MILLIS);
                    t.note("waits", () -> !waiting.isDone());
                    one.commit();
                    t.note("other", waiting::get);
                    t.items();
                }),
                new Behaviour("concurrency: a lock is not waited for for ever", t -> {
                    Connection one = t.connect();
                    Connection two = t.connect();
                    impatient(t, two);
                    one.setAutoCommit(false);
                    two.setAutoCommit(false);
                    Trial.run(one, CHANGE);
                    t.attempt("other", () -> Trial.run(two, CHANGE));
                    t.attempt("commit", two::commit);
                    t.attempt("first", one::commit);
                    t.items();
                }),
                new Behaviour("concurrency: a write after another's write", t -> {
                    Connection one = t.connect();
                    Connection two = t.connect();
                    for (Connection each : List.of(one, two)) {
                        each.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                        each.setAutoCommit(false);
                        impatient(t, each);
                        each.commit();
                        t.note("looks", () -> Trial.ask(each, "select qty from item where id = 1"));
                    }
                    t.attempt("one writes", () -> Trial.run(one, CHANGE));
                    t.attempt("one commits", one::commit);
                    t.attempt("two writes", () -> Trial.run(two, CHANGE));
                    t.attempt("two commits", two::commit);
                    t.attempt("two rolls back", two::rollback);
                    t.items();
                }),
                new Behaviour("concurrency: write skew at the strongest level", t -> {
                    Connection one = t.connect();
                    Connection two = t.connect();
                    for (Connection each : List.of(one, two)) {
                        each.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                        each.setAutoCommit(false);
                        impatient(t, each);
                        each.commit();
                        t.note("looks", () -> Trial.ask(each, "select sum(qty) from item"));
                    }
                    t.attempt("one writes", () -> Trial.run(one, "update item set qty = 0 where id = 1"));
                    t.attempt("two writes", () -> Trial.run(two, "update item set qty = 0 where id = 2"));
                    t.attempt("one commits", one::commit);
                    t.attempt("two commits", two::commit);
                    t.items();
                }),
                new Behaviour("concurrency: a deadlock", Concurrency::deadlock));
    }

    private static void impatient(Trial t, Connection c) throws Exception {
        if (t.subject() instanceof Postgres) {
            Trial.run(c, "set lock_timeout = 200");
        } else if (t.subject() instanceof MariaDb) {
            Trial.run(c, "set innodb_lock_wait_timeout = 1");
        }
    }

    /** Which of the two is the victim is the server's choice; that there is one is not. */
    private static void deadlock(Trial t) throws Exception {
        if (t.subject() instanceof Sqlite) {
            t.transcript().line("one writer at a time");
            return;
        }
        Connection one = t.connect();
        Connection two = t.connect();
        one.setAutoCommit(false);
        two.setAutoCommit(false);
        Trial.run(one, "update item set qty = 1 where id = 1");
        Trial.run(two, "update item set qty = 2 where id = 2");
        FutureTask<String> other = start(() -> outcome(one, "update item set qty = 1 where id = 2"));
        String mine = outcome(two, "update item set qty = 2 where id = 1");
        List<String> both =
                java.util.stream.Stream.of(mine, other.get()).sorted().toList();
        t.note("outcomes", () -> both);
    }

    private static String outcome(Connection c, String change) throws Exception {
        try {
            Trial.run(c, change);
            c.commit();
            return "committed";
        } catch (java.sql.SQLException e) {
            c.rollback();
            return e.getClass().getSimpleName() + " " + e.getSQLState() + " " + e.getErrorCode();
        }
    }
}
