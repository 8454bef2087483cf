package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Several SQL sessions on one database that a person speaks in, in any order. Whoever speaks gets an answer, or hears after a moment
 * that the statement waits and for whom; its answer is told when it comes. All is written down, so that it can be saved as a case.
 */
public final class SqlShell implements AutoCloseable {
    /** After so long whoever spoke may speak again, although there is no answer yet and nobody says that it waits. */
    private static final long PATIENCE_MILLIS = 1_000;

    private static final long LOOK_MILLIS = 100;

    /** So long a session gets to come back after the statement that may have woken it: some databases still say that it waits. */
    private static final long WAKE_MILLIS = 500;

    /** And so long one of which the database says that it waits no more. */
    private static final long ANSWER_MILLIS = 3_000;

    /** Hears what the sessions do; called by one thread at a time. */
    public interface Listener {
        /** @param later whether somebody may have spoken since */
        void answered(String session, String statement, Response response, boolean later);

        /** @param blockers empty where the database does not say */
        void waits(String session, Set<String> blockers);

        /** It is at work for long, and not blocked as far as is known. */
        void works(String session);

        /** The statement is said when the session's statement before it has answered. */
        void queued(String session);

        void crashed();
    }

    private final Ground ground;
    private final Arena arena;
    private final SqlLevel level;
    private final Listener listener;
    private final BugCase frame;
    private final Map<String, Speaker> speakers = new LinkedHashMap<>();
    private final List<Played> played = new ArrayList<>();
    private final Set<Played> blocked = new HashSet<>();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "watch of the sessions");
        made.setDaemon(true);
        return made;
    });
    private Connection monitor;

    private SqlShell(
            Ground ground, Arena arena, Connection monitor, List<String> names, SqlLevel level, Listener listener) {
        this.ground = ground;
        this.arena = arena;
        this.monitor = monitor;
        this.level = level;
        this.listener = listener;
        this.frame = frame(names, level);
        names.forEach(
                name -> speakers.put(name, new Speaker(name, frame, ground, arena, level, connection -> connection)));
    }

    /** @param names of the sessions, as a case may name them */
    public static SqlShell open(Ground ground, List<String> names, SqlLevel level, Listener listener)
            throws ServerException, SQLException {
        Arena arena = ground.fresh();
        SqlShell shell = new SqlShell(ground, arena, arena.monitor(), names, level, listener);
        try {
            for (Speaker speaker : shell.speakers.values()) {
                speaker.open();
            }
        } catch (SQLException e) {
            shell.close();
            throw e;
        }
        shell.watch.scheduleWithFixedDelay(shell::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return shell;
    }

    /** The level that sessions have when nobody asks for one, as far as cases have a word for it. */
    public static SqlLevel usualLevel(Ground ground) {
        Manners manners = ground.manners();
        return manners.onlyLevel()
                .or(() -> SqlLevel.of(manners.dialect().defaultLevel()))
                .orElse(SqlLevel.SERIALIZABLE);
    }

    private static BugCase frame(List<String> names, SqlLevel level) {
        List<Header> headers = new ArrayList<>(List.of(new Header.Levels(List.of(level))));
        names.forEach(name -> headers.add(new Header.Session(Position.NONE, name, true, List.of())));
        Scenario nothing = new Scenario(Position.NONE, "", List.of(), false, List.of(), List.of());
        return new BugCase(Position.NONE, "shell", "", headers, List.of(), List.of(nothing));
    }

    /** What the session says that it runs at. */
    public String level(String session) {
        return speaker(session).levelAnswered();
    }

    private Speaker speaker(String name) {
        Speaker speaker = speakers.get(name);
        if (speaker == null) {
            throw new IllegalArgumentException("there is no session " + name);
        }
        return speaker;
    }

    /** Says a statement; returns when it has answered, waits, or takes long. */
    public synchronized void say(String session, String statement) {
        Speaker speaker = speaker(session);
        CaseStep step = new CaseStep(Position.NONE, session, new CaseStep.Sql(statement), List.of());
        if (speaker.pending() != null) {
            speaker.queue().add(step);
            listener.queued(session);
            return;
        }
        play(speaker, step);
    }

    private void play(Speaker speaker, CaseStep step) {
        Played now = new Played(played.size() + 1, step);
        played.add(now);
        speaker.pending(now);
        speaker.say(step.action());
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (speaker.pending() == now && !blocked.contains(now)) {
            if (System.nanoTime() > deadline) {
                listener.works(step.session());
                return;
            }
            await(speaker.response(), ground.manners().paceMillis());
            look();
        }
        awaitWakeUps();
    }

    /** So that whoever woke by a statement is told, and written down, before the next is said. */
    private void awaitWakeUps() {
        long begun = System.nanoTime();
        while (true) {
            List<Speaker> waiting = speakers.values().stream()
                    .filter(speaker -> speaker.pending() != null && blocked.contains(speaker.pending()))
                    .toList();
            if (waiting.isEmpty()) {
                return;
            }
            long millis = (System.nanoTime() - begun) / 1_000_000;
            boolean stillWait = !ground.manners().tellsWaiting()
                    || waiting()
                            .keySet()
                            .containsAll(waiting.stream().map(Speaker::name).toList());
            if (millis > (stillWait ? WAKE_MILLIS : ANSWER_MILLIS)) {
                return;
            }
            await(waiting.get(0).response(), ground.manners().paceMillis());
            look();
        }
    }

    private static void await(CompletableFuture<Response> response, long millis) {
        try {
            response.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // It is looked at again.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells what is new. */
    private synchronized void look() {
        for (Speaker speaker : speakers.values()) {
            Played step = speaker.pending();
            if (step != null && speaker.response().isDone()) {
                Response response = speaker.response().join();
                if (response instanceof Response.Waits) {
                    tellWaits(step, Set.of());
                    speaker.say(step.step().action()); // it was sent away as busy
                } else {
                    answered(speaker, step, response);
                }
            }
        }
        if (speakers.values().stream().anyMatch(speaker -> isNews(speaker.pending()))) {
            waiting().forEach((session, blockers) -> {
                Played step = speaker(session).pending();
                if (step != null && !speaker(session).response().isDone()) {
                    tellWaits(step, blockers);
                }
            });
        }
    }

    private boolean isNews(@org.jspecify.annotations.Nullable Played pending) {
        return pending != null && !blocked.contains(pending);
    }

    private void tellWaits(Played step, Set<String> blockers) {
        if (blocked.add(step)) {
            step.responded(new Response.Waits(blockers));
            listener.waits(step.step().session(), blockers);
        }
    }

    private void answered(Speaker speaker, Played step, Response response) {
        speaker.pending(null);
        Played last = played.get(played.size() - 1);
        boolean later = last != step;
        if (later && blocked.contains(step)) {
            step.wokeAfter(last, response);
            last.wakes(Stream.concat(last.woken().stream(), Stream.of(speaker.name()))
                    .toList());
        } else {
            step.responded(response); // also when a deadlock or a timeout ended its own wait
        }
        listener.answered(speaker.name(), step.step().action().toString(), response, later || blocked.contains(step));
        if (response instanceof Response.Failed && ground.hasEnded()) {
            recover();
        }
        CaseStep next = speaker.queue().poll();
        if (next != null) {
            play(speaker, next);
        }
    }

    private void recover() {
        listener.crashed();
        try {
            ground.recover();
            monitor = arena.monitor();
        } catch (ServerException | SQLException e) {
            // Whoever speaks next hears it from the driver.
        }
    }

    private Map<String, Set<String>> waiting() {
        Map<String, String> names = new HashMap<>();
        speakers.values().forEach(speaker -> names.put(speaker.id(), speaker.name()));
        try {
            return ground.manners().tellsWaiting() ? ground.manners().waiting(monitor, names) : Map.of();
        } catch (SQLException e) {
            return Map.of();
        }
    }

    /** What was said and answered until now, as a case whose expectations are the answers. */
    public synchronized BugCase asCase(String id) {
        return ShellTranscript.of(id, ground, level, List.copyOf(speakers.keySet()), played);
    }

    /** Whether it is worth saying how many rows a statement changed. */
    public static boolean counts(String statement) {
        return ShellTranscript.counts(statement);
    }

    /** Whether anything was said. */
    public synchronized boolean isEmpty() {
        return played.isEmpty();
    }

    @Override
    public void close() {
        watch.shutdownNow();
        speakers.values().forEach(speaker -> speaker.end(true));
        try {
            monitor.close();
        } catch (SQLException e) {
            // It is of no use any more either way.
        }
        arena.close();
    }
}
