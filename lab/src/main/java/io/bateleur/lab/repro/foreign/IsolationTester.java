package io.bateleur.lab.repro.foreign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs a specification on PostgreSQL as its own isolationtester does, and prints what that prints: steps, rows, errors and notices, in the
 * order in which they are reported. A step that waits for a lock, or for its markers, is reported as waiting, and later as completed.
 */
public final class IsolationTester implements AutoCloseable {
    private static final long PACE_MILLIS = 10;

    /** Connects to the database in which the specification runs. */
    @FunctionalInterface
    public interface Connector {
        Connection connect() throws SQLException;
    }

    private final Spec spec;
    private final Appendable out;
    private final Duration patience;
    /** For set-up, teardown, and questions who waits. */
    private final Connection control;

    private final List<SpecSession> sessions = new ArrayList<>();
    private final PreparedStatement question;

    /** @param patience how long a step may take before it is cancelled */
    public IsolationTester(Spec spec, Connector connector, Appendable out, Duration patience) throws SQLException {
        this.spec = spec;
        this.out = out;
        this.patience = patience;
        this.control = connector.connect();
        for (Spec.Session session : spec.sessions()) {
            sessions.add(new SpecSession(session.name(), connector.connect()));
        }
        String pids =
                sessions.stream().map(each -> String.valueOf(each.pid())).collect(Collectors.joining(",", "{", "}"));
        this.question =
                control.prepareStatement("SELECT pg_catalog.pg_isolation_test_session_is_blocked(?, '" + pids + "')");
    }

    /** What makes it impossible to go on: a set-up that fails, or steps that wait for each other. */
    public static final class Stuck extends Exception {
        private static final long serialVersionUID = 1;

        Stuck(String message) {
            super(message);
        }
    }

    public void run() throws Stuck, SQLException {
        spec.unused().forEach(name -> say("unused step name: " + name + "\n"));
        say("Parsed test spec with " + spec.sessions().size() + " sessions\n");
        for (List<Spec.Turn> permutation : spec.runs()) {
            run(permutation);
        }
    }

    private void say(String text) {
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(List<Spec.Turn> permutation) throws Stuck, SQLException {
        say("\nstarting permutation: "
                + permutation.stream().map(turn -> turn.step().name()).collect(Collectors.joining(" ")) + "\n");
        for (String setup : spec.setups()) {
            Optional<String> error = aside(control, setup);
            if (error.isPresent()) {
                throw new Stuck("setup failed: " + error.get());
            }
        }
        for (int i = 0; i < sessions.size(); i++) {
            Optional<String> setup = spec.sessions().get(i).setup();
            Optional<String> error = setup.isPresent() ? aside(sessions.get(i), setup.get()) : Optional.empty();
            if (error.isPresent()) {
                throw new Stuck("setup of session " + sessions.get(i).name() + " failed: " + error.get());
            }
        }
        List<SpecTurn> waiting = new ArrayList<>();
        for (Spec.Turn turn : permutation) {
            launch(turn, waiting);
        }
        completeAll(waiting, false);
        if (!waiting.isEmpty()) {
            throw new Stuck("failed to complete permutation due to mutually-blocking steps");
        }
        for (int i = 0; i < sessions.size(); i++) {
            Optional<String> teardown = spec.sessions().get(i).teardown();
            if (teardown.isPresent()) {
                aside(sessions.get(i), teardown.get());
            }
        }
        if (spec.teardown().isPresent()) {
            aside(control, spec.teardown().get());
        }
    }

    /** Runs what is no step; only the last answer is shown, and only if it has rows. */
    private Optional<String> aside(Connection connection, String sql) {
        SpecAnswer answer = SpecAnswer.of(connection, sql);
        answer.lastTable().ifPresent(this::say);
        return answer.error();
    }

    private Optional<String> aside(SpecSession session, String sql) throws SQLException {
        Optional<String> error = aside(session.connection(), sql);
        notices(session);
        return error;
    }

    private void notices(SpecSession session) throws SQLException {
        session.notices().forEach(this::say);
    }

    private void launch(Spec.Turn turn, List<SpecTurn> waiting) throws Stuck, SQLException {
        SpecSession session = sessions.get(turn.step().session());
        long start = System.nanoTime();
        while (session.active().isPresent()) {
            SpecTurn old = session.active().get();
            if (!isStillWaiting(old, false, true)) {
                waiting.remove(old);
            }
            completeAll(waiting, true);
            if (System.nanoTime() - start > 2 * patience.toNanos()) {
                throw new Stuck("step " + old.step().name() + " timed out");
            }
        }
        SpecTurn launched = session.launch(turn, sessions);
        boolean waits = isStillWaiting(launched, true, false);
        completeAll(waiting, true);
        if (waits) {
            waiting.add(launched);
        }
    }

    /** Reports those of the waiting steps that are done; what one of them releases may let others be reported. */
    private void completeAll(List<SpecTurn> waiting, boolean maybeBlocked) throws SQLException {
        boolean again;
        do {
            int before = waiting.size();
            int notices = totalNotices();
            boolean held = false;
            for (SpecTurn turn : List.copyOf(waiting)) {
                if (isStillWaiting(turn, maybeBlocked, true)) {
                    held |= !turn.markers().isEmpty();
                } else {
                    waiting.remove(turn);
                }
            }
            again = held && (waiting.size() < before || totalNotices() > notices);
        } while (again);
    }

    private int totalNotices() {
        return sessions.stream().mapToInt(SpecSession::totalNotices).sum();
    }

    /**
     * Waits for a step.
     *
     * @param maybeBlocked whether to come back as soon as it waits for a lock
     * @param again whether it has been reported as waiting
     * @return whether it is not done, or must not be reported as done
     */
    private boolean isStillWaiting(SpecTurn turn, boolean maybeBlocked, boolean again) throws SQLException {
        SpecSession session = sessions.get(turn.step().session());
        if (!again && turn.markers().stream().anyMatch(Spec.Once.class::isInstance)) {
            sayWaiting(turn);
            return true;
        }
        long start = System.nanoTime();
        boolean cancelled = false;
        while (!turn.isDone(PACE_MILLIS)) {
            notices(session);
            if (maybeBlocked && isBlocked(session) && !turn.isDone(0)) {
                notices(session);
                if (!again) {
                    sayWaiting(turn);
                }
                return true;
            }
            if (!cancelled && System.nanoTime() - start > patience.toNanos()) {
                say("isolationtester: canceling step " + turn.step().name() + " after " + patience.toSeconds()
                        + " seconds\n");
                turn.cancel();
                cancelled = true;
            }
        }
        notices(session);
        if (isHeld(turn)) {
            if (!again) {
                sayWaiting(turn);
            }
            return true;
        }
        say("step " + turn.step().name() + ": "
                + (again ? "<... completed>" : turn.step().sql()) + "\n");
        say(turn.answer().text());
        for (String heard : session.heard(sessions)) {
            say(heard);
        }
        session.done();
        return false;
    }

    private void sayWaiting(SpecTurn turn) {
        say("step " + turn.step().name() + ": " + turn.step().sql() + " <waiting ...>\n");
    }

    private boolean isBlocked(SpecSession session) throws SQLException {
        question.setInt(1, session.pid());
        try (ResultSet rows = question.executeQuery()) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private boolean isHeld(SpecTurn turn) {
        return turn.markers().stream().anyMatch(marker -> isHeld(turn, marker));
    }

    private boolean isHeld(SpecTurn turn, Spec.Marker marker) {
        if (marker instanceof Spec.After after) {
            return sessions.get(after.other().session())
                    .active()
                    .filter(active -> active.step().equals(after.other()))
                    .isPresent();
        }
        return marker instanceof Spec.Notices notices
                && sessions.get(notices.other().session()).totalNotices() < turn.awaited(notices);
    }

    @Override
    public void close() {
        for (SpecSession session : sessions) {
            session.close();
        }
        try {
            control.close();
        } catch (SQLException e) {
            // It goes with the server.
        }
    }
}
