package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Cell;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.SqlLevel;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One session of a transcript, with a thread that waits in its place. */
final class Speaker {
    private final String name;
    private final BugCase bugCase;
    private final Ground ground;
    private final Arena arena;
    private final SqlLevel level;
    private final UnaryOperator<Connection> recording;
    private final boolean autocommit;
    private final ExecutorService thread;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final Deque<CaseStep> queue = new ArrayDeque<>();
    private @Nullable Connection real;
    private @Nullable Connection spoken;
    private String id = "";
    private String levelAnswered = "";
    private boolean inTransaction;
    private boolean failedSince;
    private volatile boolean lost;
    private CompletableFuture<Response> response = CompletableFuture.completedFuture(new Response.Unsaid());
    private @Nullable Played pending;

    /** @param recording what makes a recorded connection of one */
    Speaker(
            String name,
            BugCase bugCase,
            Ground ground,
            Arena arena,
            SqlLevel level,
            UnaryOperator<Connection> recording) {
        this.name = name;
        this.bugCase = bugCase;
        this.ground = ground;
        this.arena = arena;
        this.level = level;
        this.recording = recording;
        this.autocommit = bugCase.session(name).map(Header.Session::autocommit).orElse(false);
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "session " + name);
            made.setDaemon(true);
            return made;
        });
    }

    String name() {
        return name;
    }

    String id() {
        return id;
    }

    String levelAnswered() {
        return levelAnswered;
    }

    Deque<CaseStep> queue() {
        return queue;
    }

    /** The step whose answer is not there yet. */
    @Nullable
    Played pending() {
        return pending;
    }

    void pending(@Nullable Played step) {
        pending = step;
    }

    CompletableFuture<Response> response() {
        return response;
    }

    boolean isLost() {
        return lost;
    }

    /** Connects, and says what the case says about the session; each time anew after a connection was lost. */
    void open() throws SQLException {
        Connection connection = arena.connect(name);
        real = connection;
        prepared.clear();
        inTransaction = false;
        failedSince = false;
        lost = false;
        for (String statement :
                bugCase.session(name).map(Header.Session::statements).orElse(List.of())) {
            try (Statement one = connection.createStatement()) {
                one.execute(statement);
            }
        }
        levelAnswered = ground.setLevel(connection, level);
        id = ground.manners().id(connection, name);
        spoken = recording.apply(connection);
        if (!autocommit && ground.manners().begin().isEmpty()) {
            connected().setAutoCommit(false);
        }
    }

    private Connection connected() throws SQLException {
        Connection connection = spoken;
        if (connection == null) {
            throw new SQLException("the session " + name + " has no connection", "08003");
        }
        return connection;
    }

    private Connection unrecorded() throws SQLException {
        Connection connection = real;
        if (connection == null) {
            throw new SQLException("the session " + name + " has no connection", "08003");
        }
        return connection;
    }

    /** Begins to say it; the answer is a matter of {@link #response}. */
    void say(CaseStep.Action action) {
        response = CompletableFuture.supplyAsync(() -> answer(action), thread);
    }

    private Response answer(CaseStep.Action action) {
        Said said = said(action);
        try {
            if (lost || real == null) {
                open();
            }
            begin(said);
            if (said == Said.COMMIT && failedSince && ground.manners().isDoomed(unrecorded())) {
                execute(action, said);
                end();
                return new Response.Failed(java.util.Set.of("25P02"), "the transaction had failed: it is rolled back");
            }
            Response answer = execute(action, said);
            if (said == Said.BEGIN) {
                inTransaction = true;
            } else if (said == Said.COMMIT || said == Said.ROLLBACK) {
                end();
            }
            return answer;
        } catch (SQLException e) {
            return failed(e, said);
        } catch (RuntimeException | StackOverflowError e) {
            return failed(new SQLException("the driver threw " + e, "XX000", e), said);
        }
    }

    private Said said(CaseStep.Action action) {
        return action instanceof CaseStep.Sql sql ? Said.of(sql.text()) : Said.OTHER;
    }

    private void end() {
        inTransaction = false;
        failedSince = false;
    }

    private void begin(Said said) throws SQLException {
        String begin = ground.manners().begin();
        if (!autocommit
                && !inTransaction
                && !begin.isEmpty()
                && said != Said.BEGIN
                && said != Said.SET_TRANSACTION
                && said != Said.COMMIT
                && said != Said.ROLLBACK) {
            try (Statement statement = connected().createStatement()) {
                statement.execute(begin);
            }
            inTransaction = true;
        }
    }

    private Response failed(SQLException e, Said said) {
        Manners manners = ground.manners();
        if (manners.isBusy(e)) {
            return new Response.Waits(java.util.Set.of());
        }
        failedSince = true;
        try {
            if (manners.isConnectionLost(e)) {
                lost = true;
            } else if (said == Said.COMMIT && !manners.survivesCommit(e)) {
                rollBack();
            } else if (inTransaction && manners.endsTransaction(unrecorded(), e)) {
                end();
            }
        } catch (SQLException ignored) {
            lost = true;
        }
        return new Response.Failed(manners.codes(e), String.valueOf(e.getMessage()));
    }

    /** For what is left of a transaction whose commit failed. */
    private void rollBack() throws SQLException {
        end();
        if (ground.manners().begin().isEmpty()) {
            return; // the driver does
        }
        try (Statement statement = unrecorded().createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            // There is nothing left of it.
        }
    }

    private Response execute(CaseStep.Action action, Said said) throws SQLException {
        if (action instanceof CaseStep.Prepared call) {
            return call(call);
        }
        String text = ((CaseStep.Sql) action).text();
        Connection connection = connected();
        if (ground.manners().begin().isEmpty() && said != Said.OTHER && Said.isPlain(text)) {
            switch (said) {
                case COMMIT -> connection.commit();
                case ROLLBACK -> connection.rollback();
                default -> connection.setAutoCommit(false);
            }
            return new Response.Affected(0);
        }
        try (Statement statement = connection.createStatement()) {
            return result(statement, statement.execute(text));
        }
    }

    private Response call(CaseStep.Prepared call) throws SQLException {
        PreparedStatement statement = prepared.get(call.name());
        if (statement == null) {
            String text = bugCase.prepared(call.name()).orElseThrow().text();
            statement = connected().prepareStatement(text);
            prepared.put(call.name(), statement);
        }
        for (int i = 0; i < call.values().size(); i++) {
            bind(statement, i + 1, call.values().get(i));
        }
        return result(statement, statement.execute());
    }

    private static void bind(PreparedStatement statement, int at, Cell value) throws SQLException {
        if (value.isNull()) {
            statement.setNull(at, Types.NULL);
        } else if (!value.quoted() && value.text().matches("[-+]?\\d{1,9}")) {
            statement.setInt(at, Integer.parseInt(value.text()));
        } else if (!value.quoted() && value.text().matches("[-+]?\\d{1,18}")) {
            statement.setLong(at, Long.parseLong(value.text()));
        } else if (!value.quoted() && value.text().matches("[-+]?\\d+\\.\\d+")) {
            statement.setBigDecimal(at, new BigDecimal(value.text()));
        } else {
            statement.setString(at, value.text());
        }
    }

    /** The first rows that came, or else how many were changed. */
    static Response result(Statement statement, boolean rows) throws SQLException {
        if (!rows) {
            return new Response.Affected(Math.max(0, statement.getUpdateCount()));
        }
        try (ResultSet set = statement.getResultSet()) {
            ResultSetMetaData about = set.getMetaData();
            List<Boolean> approximate = new ArrayList<>();
            for (int i = 1; i <= about.getColumnCount(); i++) {
                int type = about.getColumnType(i);
                approximate.add(type == Types.REAL || type == Types.FLOAT || type == Types.DOUBLE);
            }
            List<List<Optional<String>>> all = new ArrayList<>();
            while (set.next()) {
                List<Optional<String>> row = new ArrayList<>();
                for (int i = 1; i <= about.getColumnCount(); i++) {
                    row.add(Optional.ofNullable(set.getString(i)));
                }
                all.add(row);
            }
            return new Response.Rows(all, approximate);
        }
    }

    /** Rolls back what is open, if the session is free to. */
    CompletableFuture<Void> leave() {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        if (inTransaction && !ground.manners().begin().isEmpty()) {
                            try (Statement statement = connected().createStatement()) {
                                statement.execute("ROLLBACK");
                            }
                        } else if (real != null && !real.isClosed() && !real.getAutoCommit()) {
                            connected().rollback();
                        }
                        if (spoken != null) {
                            spoken.close();
                        }
                        if (real != null) {
                            real.close();
                        }
                    } catch (SQLException | RuntimeException | StackOverflowError e) {
                        // It is of no use any more either way.
                    }
                },
                thread);
    }

    /** From outside, where the session itself still waits. */
    void cutOff() {
        Connection connection = real;
        if (connection != null) {
            Thread cutter = new Thread(
                    () -> {
                        try {
                            connection.abort(Runnable::run);
                        } catch (SQLException | RuntimeException e) {
                            // The end of the database ends it.
                        }
                    },
                    "end of session " + name);
            cutter.setDaemon(true);
            cutter.start();
        }
        thread.shutdownNow();
    }

    void end(boolean now) {
        if (now) {
            cutOff();
        }
        thread.shutdown();
    }
}
