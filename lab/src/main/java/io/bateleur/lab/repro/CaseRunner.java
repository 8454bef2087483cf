package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Runs cases on one ground, each time in an empty database. */
public final class CaseRunner {
    private final Ground ground;
    private final int runs;
    private final BooleanSupplier interrupted;

    /** @param runs how often each case is run at each level */
    public CaseRunner(Ground ground, int runs, BooleanSupplier interrupted) {
        this.ground = ground;
        this.runs = runs;
        this.interrupted = interrupted;
    }

    /** One order of one scenario, once. */
    private record Single(
            Scenario scenario, Judgement judgement, String levelAnswered, List<Played> steps, List<Looked> finals) {}

    /** All scenarios in all their orders; what comes first among outcomes counts. */
    public CaseRun run(BugCase bugCase, SqlLevel level) throws ServerException {
        long start = System.nanoTime();
        List<Single> singles = new ArrayList<>();
        for (int i = 0; i < runs && !interrupted.getAsBoolean(); i++) {
            for (Scenario scenario : bugCase.scenarios()) {
                for (List<CaseStep> order : Interleavings.of(scenario)) {
                    singles.add(once(bugCase, scenario, order, level));
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
                (int) singles.stream()
                        .filter(single -> single.judgement.outcome() == outcome)
                        .count(),
                singles.size(),
                (System.nanoTime() - start) / 1_000_000);
    }

    private Single once(BugCase bugCase, Scenario scenario, List<CaseStep> order, SqlLevel level)
            throws ServerException {
        try (Arena arena = ground.fresh()) {
            String problem = setUp(arena, bugCase, scenario);
            return problem.isEmpty()
                    ? play(arena, bugCase, scenario, order, level)
                    : skipped(scenario, "set-up: " + problem);
        } catch (SQLException e) {
            return skipped(scenario, String.valueOf(e.getMessage()));
        }
    }

    private static Single skipped(Scenario scenario, String why) {
        String line = why.lines().findFirst().orElse("");
        return new Single(scenario, new Judgement(CaseOutcome.SKIPPED, line), "", List.of(), List.of());
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
            throws ServerException, SQLException {
        Course course =
                new Course(ground, arena, bugCase, scenario.sessions(), level, UnaryOperator.identity(), interrupted);
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
        return new Single(scenario, Judgement.of(bugCase, level, steps, finals), answered, steps, finals);
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
