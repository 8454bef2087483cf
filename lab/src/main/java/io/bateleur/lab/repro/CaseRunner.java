package io.bateleur.lab.repro;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs cases on one ground, each time in an empty database. */
public final class CaseRunner {
    /** How often, and how long, a violation is waited for. */
    private static final int ROUNDS_MAX = 100;

    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Ground ground;
    private final int runs;
    private final BenchListener listener;

    /** @param runs how often each case is run at each level; 0: as often as it takes, which is once for all but cases that say what they break */
    public CaseRunner(Ground ground, int runs, BenchListener listener) {
        this.ground = ground;
        this.runs = runs;
        this.listener = listener;
    }

    /**
     * One order of one scenario as it was recorded.
     *
     * @param number from 1, among all of a case at a level
     */
    public record Recorded(
            BugCase bugCase, Ground ground, SqlLevel level, Scenario scenario, int number, History history) {}

    /** One order of one scenario, once. */
    private record Single(
            Scenario scenario,
            Judgement judgement,
            String levelAnswered,
            List<Played> steps,
            List<Looked> finals,
            Optional<History> trace) {}

    /** All scenarios in all their orders; what comes first among outcomes counts. */
    public CaseRun run(BugCase bugCase, SqlLevel level) throws ServerException {
        long start = System.nanoTime();
        List<Single> singles = new ArrayList<>();
        for (int i = 0; isToRun(bugCase, i, singles, start) && !listener.interrupted(); i++) {
            for (Scenario scenario : bugCase.scenarios()) {
                for (List<CaseStep> order : Interleavings.of(scenario)) {
                    Single single = once(bugCase, scenario, order, level);
                    singles.add(single);
                    int number = singles.size();
                    single.trace.ifPresent(history ->
                            listener.recorded(new Recorded(bugCase, ground, level, scenario, number, history)));
                }
            }
        }
        if (singles.isEmpty()) {
            return CaseRun.skipped(bugCase, ground.engine(), ground.version(), level, "interrupted");
        }
        Single first = singles.get(0);
        for (Single single : singles) {
            if (single.judgement.outcome().compareTo(first.judgement.outcome()) < 0) {
                first = single;
            }
        }
        CaseOutcome outcome = first.judgement.outcome();
        return new CaseRun(
                bugCase,
                ground.engine(),
                ground.version(),
                level,
                first.levelAnswered,
                outcome,
                CaseRun.expected(bugCase, ground.engine(), ground.version(), level),
                first.judgement.why(),
                first.scenario.name(),
                first.steps,
                first.finals,
                formal(first, level),
                (int) singles.stream()
                        .filter(single -> single.judgement.outcome() == outcome)
                        .count(),
                singles.size(),
                (System.nanoTime() - start) / 1_000_000);
    }

    /** Unless somebody said how often: once, or until what a violation was made into shows again. */
    private boolean isToRun(BugCase bugCase, int round, List<Single> singles, long start) {
        if (runs > 0 || bugCase.breaks().isEmpty()) {
            return round < Math.max(1, runs);
        }
        boolean shown = singles.stream().anyMatch(single -> single.judgement.outcome() == CaseOutcome.REPRODUCED);
        boolean skipped = singles.stream().anyMatch(single -> single.judgement.outcome() == CaseOutcome.SKIPPED);
        return !shown && !skipped && round < ROUNDS_MAX && System.nanoTime() - start < PATIENCE_NANOS;
    }

    /** Where nothing is documented, nothing can be broken. */
    private Optional<FormalVerdict> formal(Single single, SqlLevel level) {
        Optional<Level> documented = ground.promised(level).flatMap(Level::of);
        if (documented.isEmpty() || single.trace.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(FormalExamination.of(single.trace.get(), documented.get()));
        } catch (IOException e) {
            throw new UncheckedIOException("a history in memory", e);
        }
    }

    private Single once(BugCase bugCase, Scenario scenario, List<CaseStep> order, SqlLevel level)
            throws ServerException {
        try (Arena arena = ground.fresh()) {
            String problem = setUp(arena, bugCase, scenario);
            return problem.isEmpty()
                    ? play(arena, bugCase, scenario, order, level)
                    : skipped(scenario, "set-up: " + problem);
        } catch (SQLException | IOException e) {
            return skipped(scenario, String.valueOf(e.getMessage()));
        }
    }

    /** What the trace of a run tells of itself. */
    private Map<String, Value> about(BugCase bugCase, Scenario scenario, SqlLevel level) {
        Map<String, Value> about = new LinkedHashMap<>();
        about.put("engine", Value.of(ground.engine()));
        about.put("version", Value.of(ground.version()));
        about.put("isolation", Value.of(level.sql()));
        ground.promised(level).ifPresent(documented -> about.put("level", Value.of(documented)));
        about.put("case", Value.of(bugCase.id()));
        if (!scenario.name().isEmpty()) {
            about.put("scenario", Value.of(scenario.name()));
        }
        return about;
    }

    private static Single skipped(Scenario scenario, String why) {
        String line = why.lines().findFirst().orElse("");
        return new Single(
                scenario, new Judgement(CaseOutcome.SKIPPED, line), "", List.of(), List.of(), Optional.empty());
    }

    /** What went wrong, or an empty string. */
    private static String setUp(Arena arena, BugCase bugCase, Scenario scenario) throws SQLException {
        try (Connection connection = arena.connect("")) {
            for (List<Scenario.Spoken> part : List.of(bugCase.setup(), scenario.setup())) {
                for (Scenario.Spoken spoken : part) {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute(spoken.text());
                    } catch (SQLException e) {
                        return spoken.at() + ": " + e.getMessage();
                    }
                }
            }
        }
        return "";
    }

    private Single play(Arena arena, BugCase bugCase, Scenario scenario, List<CaseStep> order, SqlLevel level)
            throws ServerException, SQLException, IOException {
        try (CaseRecording recording = new CaseRecording(arena, about(bugCase, scenario, level))) {
            Course course = new Course(
                    ground, arena, bugCase, scenario.sessions(), level, recording::of, listener::interrupted);
            List<Played> steps;
            String answered;
            try {
                try {
                    course.open();
                } catch (SQLException e) {
                    return skipped(scenario, ground + " does not accept " + level + ": " + e.getMessage());
                }
                answered = course.levelAnswered();
                steps = course.run(order);
            } finally {
                course.close();
            }
            List<Looked> finals = look(arena, scenario);
            History history = recording.history();
            Judgement judgement = formally(bugCase, history, Judgement.of(bugCase, level, steps, finals));
            return new Single(scenario, judgement, answered, steps, finals, Optional.of(history));
        }
    }

    /** Where the case says which level the bug breaks, a run without it is right unless an expectation says otherwise. */
    private static Judgement formally(BugCase bugCase, History history, Judgement byExpectations) throws IOException {
        Optional<Level> broken = bugCase.breaks().flatMap(Level::of);
        if (broken.isEmpty() || byExpectations.outcome() != CaseOutcome.NOT_REPRODUCED) {
            return byExpectations;
        }
        return FormalExamination.anomaly(history, broken.get())
                .map(name -> new Judgement(CaseOutcome.REPRODUCED, name + " breaks " + broken.get()))
                .orElse(byExpectations);
    }

    private List<Looked> look(Arena arena, Scenario scenario) throws SQLException {
        List<Looked> looks = new ArrayList<>();
        if (scenario.finals().isEmpty()) {
            return looks;
        }
        try (Connection connection = arena.connect("")) {
            for (Scenario.Final each : scenario.finals()) {
                try (Statement statement = connection.createStatement()) {
                    looks.add(new Looked(each, Speaker.result(statement, statement.execute(each.text()))));
                } catch (SQLException e) {
                    looks.add(new Looked(
                            each, new Response.Failed(ground.manners().codes(e), String.valueOf(e.getMessage()))));
                }
            }
        }
        return looks;
    }
}
