package io.bateleur.lab.repro.foreign;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A connection of a specification's session: at most one step at a time, and the notices that it sent. */
final class SpecSession implements AutoCloseable {
    private final String name;
    private final Connection connection;
    private final int pid;
    private final ExecutorService thread;
    private Optional<SpecTurn> active = Optional.empty();
    private int totalNotices;
    /** The last notice that was read of the statement that runs. */
    private Optional<SQLWarning> last = Optional.empty();

    SpecSession(String name, Connection connection) throws SQLException {
        this.name = name;
        this.connection = connection;
        this.pid = pid(connection);
        // So that statements of a specification which look at activities find the sessions by their names.
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT set_config('application_name', current_setting('application_name') || '/' || ?, false)")) {
            statement.setString(1, name);
            statement.execute();
        }
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread own = new Thread(task, "session " + name);
            own.setDaemon(true);
            return own;
        });
    }

    private static int pid(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    String name() {
        return name;
    }

    int pid() {
        return pid;
    }

    Connection connection() {
        return connection;
    }

    Optional<SpecTurn> active() {
        return active;
    }

    int totalNotices() {
        return totalNotices;
    }

    SpecTurn launch(Spec.Turn turn, List<SpecSession> all) throws SQLException {
        Map<Spec.Notices, Integer> awaited = new HashMap<>();
        for (Spec.Marker marker : turn.markers()) {
            if (marker instanceof Spec.Notices notices) {
                awaited.put(
                        notices,
                        notices.count() + all.get(notices.other().session()).totalNotices());
            }
        }
        Statement statement = connection.createStatement();
        last = Optional.empty();
        SpecTurn launched = new SpecTurn(
                turn.step(),
                turn.markers(),
                awaited,
                statement,
                thread.submit(() -> SpecAnswer.of(statement, turn.step().sql())));
        active = Optional.of(launched);
        return launched;
    }

    void done() throws SQLException {
        if (active.isPresent()) {
            active.get().statement().close();
        }
        active = Optional.empty();
        last = Optional.empty();
    }

    /** The notices that came since this was asked last, as lines. */
    List<String> notices() throws SQLException {
        List<String> lines = new ArrayList<>();
        if (active.isPresent() && !active.get().statement().isClosed()) {
            SQLWarning next = last.isPresent()
                    ? last.get().getNextWarning()
                    : active.get().statement().getWarnings();
            for (; next != null; next = next.getNextWarning()) {
                lines.add(line(next));
                last = Optional.of(next);
            }
        }
        // While a statement runs, the driver answers nothing about its connection.
        if ((active.isEmpty() || active.get().isDone(0)) && !connection.isClosed()) {
            for (SQLWarning next = connection.getWarnings(); next != null; next = next.getNextWarning()) {
                lines.add(line(next));
            }
            connection.clearWarnings();
        }
        totalNotices += lines.size();
        return lines;
    }

    private String line(SQLWarning warning) {
        return name + ": " + PostgresMessage.of(warning).whole() + "\n";
    }

    /** NOTIFY messages that have come, as lines. */
    List<String> heard(List<SpecSession> all) throws SQLException {
        List<String> lines = new ArrayList<>();
        if (connection.isClosed()) {
            return lines;
        }
        for (PostgresNotification each : PostgresNotification.of(connection)) {
            String sender = all.stream()
                    .filter(session -> session.pid == each.pid())
                    .map(SpecSession::name)
                    .findFirst()
                    .orElse("PID " + each.pid());
            lines.add(name + ": NOTIFY \"" + each.channel() + "\" with payload \"" + each.payload() + "\" from "
                    + sender + "\n");
        }
        return lines;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // It goes with the server.
        }
    }
}
