package io.bateleur.sql.analyze;

import io.bateleur.lab.server.Server;
import io.bateleur.sql.analyze.EngineRun.StepTaken;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A real server that does what the interpreter did, step by step, and says where it does something else. */
final class StepwiseServer implements AutoCloseable {
    /** So long a statement that should be done may take, and one that should wait may look as if it worked. */
    private static final long PATIENCE_MILLIS = 3_000;

    private static final long BLOCKED_MILLIS = 150;
    private static final long MINUTES_MAX = 1;

    /** What a statement came to. */
    private record Reply(
            @Nullable List<List<String>> rows,
            int count,
            @Nullable SQLException error) {}

    /** That a run is not compared further, and why that is no difference. */
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** That the server does something else. */
    private static final class Differs extends Exception {
        private static final long serialVersionUID = 1;

        Differs(String what) {
            super(what);
        }
    }

    private final boolean postgres;
    private final List<Connection> sessions = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final Connection monitor;
    private final Connection keeper;
    private final List<ExecutorService> threads = new ArrayList<>();
    private final Map<Integer, CompletableFuture<Reply>> flying = new HashMap<>();
    private final boolean[] begun;
    private final String database;
    /** Runs that were not compared to their end. */
    int stopped;

    StepwiseServer(Server server, int size) throws SQLException {
        this.postgres = server.jdbcUrl().contains("postgres");
        this.database = server.database();
        this.monitor = open(server);
        this.keeper = open(server);
        this.begun = new boolean[size];
        for (int i = 0; i < size; i++) {
            Connection connection = open(server);
            sessions.add(connection);
            ids.add(only(connection, postgres ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()"));
            threads.add(Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task, "session");
                thread.setDaemon(true);
                return thread;
            }));
        }
    }

    private static Connection open(Server server) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(), server.login());
    }

    private static String only(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void say(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Makes the tables anew. */
    void define(Application application) throws SQLException {
        if (postgres) {
            say(keeper, "SET client_min_messages = warning");
            say(keeper, "DROP SCHEMA public CASCADE");
            say(keeper, "CREATE SCHEMA public");
        } else {
            say(keeper, "DROP DATABASE IF EXISTS " + database);
            say(keeper, "CREATE DATABASE " + database);
            say(keeper, "USE " + database);
            for (Connection each : sessions) {
                say(each, "USE " + database);
            }
        }
        for (String each : application.schema()) {
            say(keeper, each);
        }
    }

    private void fill(EngineRun run, List<InitialRow> rows) throws SQLException {
        List<String> tables = new ArrayList<>(run.application.tables().keySet());
        if (postgres) {
            // Vacuum would be slow; a new file gives rows the places in which they are inserted.
            say(keeper, "TRUNCATE " + String.join(", ", tables));
        } else {
            say(keeper, "SET foreign_key_checks = 0");
            for (String table : tables) {
                say(keeper, "TRUNCATE TABLE " + table);
            }
            say(keeper, "SET foreign_key_checks = 1");
        }
        for (InitialRow row : InitialRow.parentsFirst(run.application, rows)) {
            say(keeper, CaseText.insert(row));
        }
    }

    /** @return how it differs, or an empty text */
    String play(EngineRun run, List<InitialRow> initial) throws Exception {
        fill(run, initial);
        int n = 0;
        try {
            for (; n < run.steps.size(); n++) {
                step(run, run.steps.get(n), n);
            }
            return atEnd(run);
        } catch (Stop e) {
            stopped++;
            return "";
        } catch (Differs e) {
            if (run.raced >= 0 && n >= run.raced) {
                stopped++;
                return ""; // who wakes up first is nobody's promise
            }
            return e.getMessage();
        } finally {
            clean();
        }
    }

    private String atEnd(EngineRun run) throws SQLException {
        for (TableShape shape : run.application.tables().values()) {
            List<List<String>> expected = new ArrayList<>();
            run.store.last().forEach((key, row) -> {
                if (key.table().equals(shape.name())) {
                    expected.add(shape.columns().keySet().stream()
                            .filter(column -> !column.equals(TableShape.HIDDEN))
                            .map(column -> String.valueOf(row.get(column)))
                            .toList());
                }
            });
            List<List<String>> there = rows(keeper, "SELECT * FROM " + shape.name());
            if (!sameRows(expected, there, false)) {
                return "at the end " + shape.name() + " holds " + there + ", not " + expected;
            }
        }
        return "";
    }

    /** Ends all transactions; whoever waits goes on when those in its way are gone. */
    private void clean() throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES_MAX);
        for (boolean open = true; open && System.nanoTime() < end; ) {
            open = false;
            for (int i = 0; i < sessions.size(); i++) {
                CompletableFuture<Reply> statement = flying.get(i);
                if (begun[i] && (statement == null || statement.isDone())) {
                    flying.remove(i);
                    say(sessions.get(i), "ROLLBACK");
                    begun[i] = false;
                }
                open |= begun[i];
            }
        }
        if (!flying.isEmpty()) {
            throw new IllegalStateException("a statement does not end");
        }
    }

    // ---- one step

    private void step(EngineRun run, StepTaken step, int n) throws Exception {
        int i = step.instance();
        String where = "step " + (n + 1) + " (" + i + ": " + step.sql() + ") ";
        boolean fails = step.answer().startsWith("fails: ");
        if (step.answer().equals("fails: abort")) {
            say(sessions.get(i), "ROLLBACK");
            begun[i] = false;
            return;
        }
        if (fails && step.answer().contains("deadlock")) {
            deadlock(i, where);
            return;
        }
        if (!flying.containsKey(i)) {
            begin(run, i);
            String sql = step.sql();
            Connection connection = sessions.get(i);
            flying.put(i, CompletableFuture.supplyAsync(() -> reply(connection, sql), threads.get(i)));
        }
        if (step.waited()) {
            boolean deadlocked =
                    n + 1 < run.steps.size() && run.steps.get(n + 1).answer().equals("fails: deadlock");
            if (!deadlocked && !waits(i)) {
                throw new Differs(where + "does not wait, and answers " + told(i));
            }
            return;
        }
        if (!ends(i)) {
            throw new Differs(where + "waits, and should answer " + step.answer());
        }
        compare(step, where);
    }

    private void begin(EngineRun run, int i) throws SQLException {
        if (begun[i]) {
            return;
        }
        EngineLevel level = run.actors.get(i).level();
        if (postgres) {
            say(sessions.get(i), "BEGIN ISOLATION LEVEL " + level.words());
        } else {
            say(sessions.get(i), "SET SESSION TRANSACTION ISOLATION LEVEL " + level.words());
            say(
                    sessions.get(i),
                    "SET SESSION innodb_snapshot_isolation = " + (level.firstCommitterWins() ? "ON" : "OFF"));
            say(sessions.get(i), "START TRANSACTION");
        }
        begun[i] = true;
    }

    private void compare(StepTaken step, String where) throws Exception {
        int i = step.instance();
        Reply reply = flying.remove(i).get();
        SQLException error = reply.error();
        boolean fails = step.answer().startsWith("fails: ");
        if (error != null) {
            say(sessions.get(i), "ROLLBACK");
            begun[i] = false;
            if (String.valueOf(error.getMessage()).contains("read/write dependencies")) {
                throw new Stop(); // PostgreSQL may refuse more than it has to
            }
            if (error.getSQLState().equals("40P01") || error.getErrorCode() == 1213) {
                throw new Stop(); // whom a deadlock ends is its choice
            }
            if (!fails) {
                throw new Differs(where + "fails: " + error.getMessage() + ", and should answer " + step.answer());
            }
            return;
        }
        if (fails) {
            throw new Differs(where + "answers " + reply + ", and should fail: " + step.answer());
        }
        if (step.instruction() == null) {
            begun[i] = false;
            return;
        }
        List<List<String>> expected = step.rows();
        if (expected != null && reply.rows() != null) {
            Instruction.Read read = (Instruction.Read) step.instruction();
            boolean several = expected.size() > 1 && read.order().isEmpty();
            boolean tied = read.single() && !read.order().isEmpty() || several;
            if (!sameRows(expected, reply.rows(), !several)) {
                if (tied && read.single()) {
                    throw new Stop(); // which of several rows is the server's choice
                }
                throw new Differs(where + "answers " + reply.rows() + ", not " + expected);
            }
            if (several && !sameRows(expected, reply.rows(), true)) {
                throw new Stop();
            }
        } else if (!step.answer().equals(reply.count() + (reply.count() == 1 ? " row" : " rows"))) {
            throw new Differs(where + "changes " + reply.count() + " rows, not " + step.answer());
        }
    }

    /** One of those in the circle fails; if it is another one the rest is not comparable. */
    private void deadlock(int i, String where) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(postgres ? PATIENCE_MILLIS : BLOCKED_MILLIS);
        while (System.nanoTime() < end) {
            for (Map.Entry<Integer, CompletableFuture<Reply>> each : flying.entrySet()) {
                if (each.getValue().isDone()) {
                    SQLException error = each.getValue().get().error();
                    if (error == null) {
                        throw new Stop(); // it went on because the other one has failed
                    }
                    if (each.getKey() != i) {
                        throw new Stop();
                    }
                    flying.remove(i);
                    say(sessions.get(i), "ROLLBACK");
                    begun[i] = false;
                    return;
                }
            }
            Thread.sleep(1);
        }
        if (!postgres) {
            throw new Stop(); // MariaDB follows one of those in the way only, and sees some circles later
        }
        throw new Differs(where + "is no deadlock");
    }

    private String told(int i) throws Exception {
        Reply reply = flying.get(i).get();
        return reply.error() == null
                ? String.valueOf(reply.rows()) + reply.count()
                : reply.error().getMessage();
    }

    // ---- waiting

    /** Whether it is seen to be blocked before it ends. */
    private boolean waits(int i) throws Exception {
        long blocked = 0;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!flying.get(i).isDone() && System.nanoTime() < end) {
            blocked = isBlocked(i) ? blocked + 1 : 0;
            if (blocked >= 2) {
                return true;
            }
            Thread.sleep(1);
        }
        return !flying.get(i).isDone();
    }

    /** Whether it ends; one that is seen to be blocked for long does not. */
    private boolean ends(int i) throws Exception {
        long since = 0;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS * 10);
        while (System.nanoTime() < end) {
            try {
                flying.get(i).get(1, TimeUnit.MILLISECONDS);
                return true;
            } catch (TimeoutException e) {
                long now = System.nanoTime();
                if (!isBlocked(i)) {
                    since = 0;
                } else if (since == 0) {
                    since = now;
                } else if (now - since > TimeUnit.MILLISECONDS.toNanos(BLOCKED_MILLIS)) {
                    return flying.get(i).isDone();
                }
            }
        }
        return flying.get(i).isDone();
    }

    private boolean isBlocked(int i) throws SQLException {
        if (postgres) {
            return !only(monitor, "SELECT pg_blocking_pids(" + ids.get(i) + ")").equals("{}");
        }
        List<List<String>> waiting = rows(monitor, "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'");
        long open = flying.values().stream().filter(each -> !each.isDone()).count();
        return Long.parseLong(waiting.get(0).get(1)) >= open;
    }

    // ---- answers

    private static Reply reply(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            boolean query = statement.execute(sql);
            return query
                    ? new Reply(rows(statement.getResultSet()), 0, null)
                    : new Reply(null, Math.max(0, statement.getUpdateCount()), null);
        } catch (SQLException e) {
            return new Reply(null, 0, e);
        }
    }

    private static List<List<String>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    private static List<List<String>> rows(ResultSet rows) throws SQLException {
        List<List<String>> all = new ArrayList<>();
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int c = 1; c <= rows.getMetaData().getColumnCount(); c++) {
                row.add(String.valueOf(rows.getString(c)));
            }
            all.add(row);
        }
        return all;
    }

    private static boolean sameRows(List<List<String>> expected, List<List<String>> there, boolean ordered) {
        List<String> a =
                new ArrayList<>(expected.stream().map(StepwiseServer::plain).toList());
        List<String> b =
                new ArrayList<>(there.stream().map(StepwiseServer::plain).toList());
        if (!ordered) {
            a.sort(null);
            b.sort(null);
        }
        return a.equals(b);
    }

    private static String plain(List<String> row) {
        return row.stream()
                .map(value -> {
                    try {
                        return new BigDecimal(value).stripTrailingZeros().toPlainString();
                    } catch (NumberFormatException e) {
                        return value;
                    }
                })
                .toList()
                .toString();
    }

    @Override
    public void close() throws SQLException {
        for (Connection each : sessions) {
            each.close();
        }
        keeper.close();
        monitor.close();
        threads.forEach(ExecutorService::shutdownNow);
    }
}
