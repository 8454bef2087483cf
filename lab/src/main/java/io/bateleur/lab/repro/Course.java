package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Expect;
import io.bateleur.lab.repro.language.Reply;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Says the steps of one scenario in one order, each when the one before has answered or waits. */
final class Course {
    /** How much longer a step gets whose answer is expected: a deadlock takes a while to be seen. */
    private static final long PATIENCE_MILLIS = 5_000;
    /** After so long a statement counts as waiting although nobody says so. */
    private static final long SILENCE_MILLIS = 2_000;
    /** The same where the database says who waits: then it may be long at work. */
    private static final long WORK_MILLIS = 30_000;

    /** How long a dying server takes its other sessions with it. */
    private static final long DEATH_MILLIS = 2_000;

    private static final String ENDED_BY_SOMEBODY = "57P01";
    private static final long END_MILLIS = 3_000;
    private static final long RECOVERY_MILLIS = 60_000;

    private final Ground ground;
    private final Arena arena;
    private final SqlLevel level;
    private final BooleanSupplier interrupted;
    private final Map<String, Speaker> speakers = new LinkedHashMap<>();
    private final List<Played> played = new ArrayList<>();
    private Connection monitor;

    Course(
            Ground ground,
            Arena arena,
            BugCase bugCase,
            Collection<String> sessions,
            SqlLevel level,
            Recording recording,
            BooleanSupplier interrupted)
            throws SQLException {
        this.ground = ground;
        this.arena = arena;
        this.level = level;
        this.interrupted = interrupted;
        this.monitor = arena.monitor();
        for (String name : sessions) {
            speakers.put(
                    name,
                    new Speaker(name, bugCase, ground, arena, level, connection -> name(recording, connection, name)));
        }
    }

    /** Makes a recorded connection of one. */
    interface Recording {
        Connection of(Connection connection, String session);
    }

    private static Connection name(Recording recording, Connection connection, String name) {
        try {
            connection.setClientInfo("ApplicationName", name);
        } catch (SQLException | AbstractMethodError e) {
            // It is only for those who look.
        }
        return recording.of(connection, name);
    }

    /** Connects all sessions; what fails here keeps the case from being run. */
    void open() throws SQLException {
        for (Speaker speaker : speakers.values()) {
            speaker.open();
        }
    }

    /** What the sessions say that they run at. */
    String levelAnswered() {
        return String.join(
                ", ",
                speakers.values().stream()
                        .map(Speaker::levelAnswered)
                        .distinct()
                        .toList());
    }

    List<Played> run(List<CaseStep> steps) throws ServerException, SQLException {
        for (CaseStep step : steps) {
            if (interrupted.getAsBoolean()) {
                break;
            }
            Speaker speaker = speaker(step.session());
            if (speaker.pending() != null) {
                speaker.queue().add(step);
            } else {
                play(speaker, step);
            }
        }
        for (Speaker speaker : speakers.values()) {
            for (CaseStep unsaid : speaker.queue()) {
                played.add(new Played(played.size() + 1, unsaid));
            }
        }
        return played;
    }

    private Speaker speaker(String name) {
        return java.util.Objects.requireNonNull(speakers.get(name));
    }

    private void play(Speaker speaker, CaseStep step) throws ServerException, SQLException {
        Played now = new Played(played.size() + 1, step);
        played.add(now);
        speaker.say(step.action());
        List<Expect> expects = Expect.at(level, step.expects());
        boolean patient = expects.stream().anyMatch(expect -> isOwnAnswer(expect, step.session()));
        Response response = settle(speaker, patient);
        now.responded(response);
        boolean waits = response instanceof Response.Waits;
        speaker.pending(waits ? now : null);
        boolean crashed = hasCrashed(speaker, response);
        if (crashed) {
            Set<String> codes = response instanceof Response.Failed failed ? failed.codes() : Set.of();
            now.responded(new Response.Crashed(codes));
            recover(now);
        }
        List<Speaker> woken = crashed ? List.of() : wake(now, expected(expects, step.session()));
        now.wakes(woken.stream().map(Speaker::name).toList());
        for (Speaker each : woken) {
            while (!each.queue().isEmpty() && each.pending() == null && !interrupted.getAsBoolean()) {
                play(each, each.queue().remove());
            }
        }
    }

    private static boolean isOwnAnswer(Expect expect, String session) {
        return expect.about() instanceof Expect.Result result
                && result.session().map(session::equals).orElse(true)
                && (result.reply().isAnswer() || result.reply() instanceof Reply.Error);
    }

    /** Those of the others from whom something is expected after this step: they get time for it. */
    private static Set<String> expected(List<Expect> expects, String session) {
        Set<String> names = new java.util.TreeSet<>();
        for (Expect expect : expects) {
            if (expect.about() instanceof Expect.Wakes wakes) {
                names.addAll(wakes.sessions());
            } else if (expect.about() instanceof Expect.Result result
                    && (result.reply().isAnswer() || result.reply() instanceof Reply.Error)) {
                result.session().filter(name -> !name.equals(session)).ifPresent(names::add);
            }
        }
        return names;
    }

    /** Waits until the session's statement has answered or is said to wait. */
    private Response settle(Speaker speaker, boolean patient) throws SQLException {
        long begun = System.nanoTime();
        long limit = ground.manners().tellsWaiting() ? WORK_MILLIS : SILENCE_MILLIS;
        long pace = ground.manners().paceMillis();
        while (true) {
            if (isDone(speaker, pace)) {
                return answer(speaker);
            }
            long millis = (System.nanoTime() - begun) / 1_000_000;
            Map<String, Set<String>> waiting = waiting();
            Set<String> blockers = waiting.get(speaker.name());
            boolean waits = blockers != null || millis > (isAskable ? limit : SILENCE_MILLIS);
            if (waits && !(patient && millis < PATIENCE_MILLIS) || interrupted.getAsBoolean()) {
                return isDone(speaker, 0)
                        ? answer(speaker)
                        : new Response.Waits(blockers == null ? Set.of() : blockers);
            }
        }
    }

    private boolean isAskable = true;

    private Map<String, Set<String>> waiting() {
        Map<String, String> names = new HashMap<>();
        speakers.values().forEach(speaker -> names.put(speaker.id(), speaker.name()));
        try {
            isAskable = ground.manners().tellsWaiting();
            return isAskable ? ground.manners().waiting(monitor, names) : Map.of();
        } catch (SQLException e) {
            isAskable = false; // time has to do
            return Map.of();
        }
    }

    private static boolean isDone(Speaker speaker, long millis) {
        try {
            speaker.response().get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a session broke", e.getCause());
        }
    }

    private static Response answer(Speaker speaker) {
        return speaker.response().join();
    }

    /** Asks every waiting session again, until none comes back any more; the step's own only when others gave way to it. */
    private List<Speaker> wake(Played now, Set<String> expected) throws ServerException, SQLException {
        List<Speaker> woken = new ArrayList<>();
        boolean news = true;
        while (news) {
            news = false;
            for (Speaker speaker : speakers.values()) {
                Played waiting = speaker.pending();
                if (waiting == null || waiting == now && woken.isEmpty()) {
                    continue;
                }
                Response response = again(speaker, waiting, expected.contains(speaker.name()));
                if (hasCrashed(speaker, response)) {
                    Response.Crashed crash = new Response.Crashed(((Response.Failed) response).codes());
                    now.saw(waiting, crash);
                    waiting.wokeAfter(now, crash);
                    speaker.pending(null);
                    woken.add(speaker);
                    recover(now);
                    return woken;
                }
                now.saw(waiting, response);
                if (!(response instanceof Response.Waits)) {
                    waiting.wokeAfter(now, response);
                    speaker.pending(null);
                    woken.add(speaker);
                    news = true;
                }
            }
        }
        return woken;
    }

    private Response again(Speaker speaker, Played waiting, boolean patient) throws SQLException {
        if (speaker.response().isDone() && answer(speaker) instanceof Response.Waits) {
            speaker.say(waiting.step().action()); // it was sent away as busy
        }
        return settle(speaker, patient);
    }

    /** Whether the server died, and not only the connection. */
    private boolean hasCrashed(Speaker speaker, Response response) {
        if (!speaker.isLost() || !(response instanceof Response.Failed failed)) {
            return false;
        }
        if (ground.hasEnded() || failed.codes().contains("57P02")) {
            return true;
        }
        if (failed.codes().contains(ENDED_BY_SOMEBODY)) {
            return false;
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DEATH_MILLIS);
        do {
            try {
                Manners.text(monitor, "SELECT 1");
            } catch (SQLException e) {
                return true;
            }
            pause();
        } while (!ground.hasEnded() && System.nanoTime() < deadline);
        return ground.hasEnded();
    }

    /** Waits for the server to be back; every session has lost its connection, and what it was saying. */
    private void recover(Played crash) throws ServerException, SQLException {
        ground.recover();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RECOVERY_MILLIS);
        while (true) {
            try {
                monitor = arena.monitor();
                break;
            } catch (SQLException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                isDone(speaker(crash.step().session()), 1);
                pause();
            }
        }
        for (Speaker speaker : speakers.values()) {
            Played waiting = speaker.pending();
            if (waiting != null && isDone(speaker, END_MILLIS)) {
                waiting.wokeAfter(crash, new Response.Crashed(Set.of()));
                crash.saw(waiting, new Response.Crashed(Set.of()));
            }
            speaker.pending(null);
            speaker.open();
        }
        for (Speaker speaker : speakers.values()) {
            while (!speaker.queue().isEmpty() && speaker.pending() == null) {
                play(speaker, speaker.queue().remove());
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Rolls all sessions back and closes them: first the free ones, then those that these set free. */
    void close() {
        List<Speaker> left = new ArrayList<>(speakers.values());
        for (int round = 0; round <= speakers.size() && !left.isEmpty(); round++) {
            List<CompletableFuture<Void>> leaving = left.stream()
                    .filter(speaker -> speaker.response().isDone())
                    .map(Speaker::leave)
                    .toList();
            left.removeIf(speaker -> speaker.response().isDone());
            await(leaving);
            if (!left.isEmpty()) {
                await(List.of(CompletableFuture.anyOf(
                        left.stream().map(Speaker::response).toArray(CompletableFuture[]::new))));
            }
        }
        left.forEach(Speaker::cutOff);
        speakers.values().forEach(speaker -> speaker.end(false));
        try {
            monitor.close();
        } catch (SQLException e) {
            // It is of no use any more either way.
        }
    }

    private static void await(List<? extends CompletableFuture<?>> all) {
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Those are cut off.
        }
    }
}
