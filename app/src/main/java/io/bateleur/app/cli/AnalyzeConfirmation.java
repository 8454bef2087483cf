package io.bateleur.app.cli;

import io.bateleur.lab.repro.BenchListener;
import io.bateleur.lab.repro.CaseOutcome;
import io.bateleur.lab.repro.CaseRun;
import io.bateleur.lab.repro.CaseRunner;
import io.bateleur.lab.repro.Ground;
import io.bateleur.lab.repro.Grounds;
import io.bateleur.lab.repro.Played;
import io.bateleur.lab.repro.Response;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import io.bateleur.sql.analyze.Application;
import io.bateleur.sql.analyze.CaseText;
import io.bateleur.sql.analyze.EngineLevel;
import io.bateleur.sql.analyze.LevelOutcome;
import io.bateleur.sql.analyze.Violation;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Executes findings on a real server, each as a case, and compares what it answers with what the interpreter did. */
final class AnalyzeConfirmation implements AutoCloseable {
    private final Application application;
    private final boolean wanted;
    private final String spec;
    private final Map<Violation, Answer> said = new HashMap<>();
    private @Nullable Ground ground;
    private @Nullable Boolean grounded;
    private int number;

    /** What the server said to a finding. @param confirmed empty: it was not run */
    record Answer(Optional<Boolean> confirmed, String words) {
        static Answer notRun(String why) {
            return new Answer(Optional.empty(), "not run: " + why);
        }
    }

    AnalyzeConfirmation(Application application, boolean wanted, String spec) {

        this.application = application;
        this.wanted = wanted;
        this.spec = spec;
    }

    Optional<Answer> of(Violation violation) {
        return Optional.ofNullable(said.get(violation));
    }

    /** @return the same, where what the server does not do is a suspicion only */
    LevelOutcome confirm(LevelOutcome outcome) throws IOException {
        run(outcome);
        Map<Violation, String> refuted = new LinkedHashMap<>();
        for (Violation each : outcome.findings()) {
            Answer answer = said.get(each);
            if (answer != null && answer.confirmed().equals(Optional.of(false))) {
                refuted.put(each, answer.words());
            }
        }
        LevelOutcome left = outcome.withRefuted(refuted);
        left.candidates().stream()
                .filter(each -> refuted.containsValue(each.why()))
                .forEach(each -> said.put(each, new Answer(Optional.of(false), each.why())));
        return left;
    }

    private void run(LevelOutcome outcome) throws IOException {
        Set<EngineLevel> levels = new HashSet<>(outcome.plan().engine().values());
        if (!wanted || outcome.findings().isEmpty()) {
            return;
        }
        if (levels.size() != 1) {
            outcome.findings()
                    .forEach(each ->
                            said.put(each, Answer.notRun("only one level of an engine for all programs is run")));
            return;
        }
        EngineLevel level = levels.iterator().next();
        SqlLevel sqlLevel = SqlLevel.of(level.id()).orElseThrow();
        boolean postgres = spec.startsWith("postgres");
        if (postgres != (level.engine() == EngineLevel.Engine.POSTGRES)) {
            outcome.findings()
                    .forEach(each -> said.put(
                            each,
                            Answer.notRun("--engine names another engine than "
                                    + level.engine().title())));
            return;
        }
        for (Violation each : outcome.findings()) {
            try {
                said.put(each, run(each, sqlLevel, level));
            } catch (ServerException e) {
                throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
            }
        }
    }

    /** The server, with the setting that was analysed. */
    private Ground ground(EngineLevel level) throws ServerException {
        boolean view = level == EngineLevel.INNODB_SNAPSHOT;
        if (ground != null && grounded != null && grounded != view) {
            ground.close();
            ground = null;
        }
        if (ground == null) {
            boolean mariadb = spec.toLowerCase(Locale.ROOT).startsWith("mariadb");
            Map<String, String> settings =
                    mariadb ? Map.of("loose-innodb-snapshot-isolation", view ? "ON" : "OFF") : Map.of();
            ground = new Grounds(line -> {}).start(spec, settings);
            grounded = view;
        }
        return ground;
    }

    private Answer run(Violation violation, SqlLevel sqlLevel, EngineLevel level) throws IOException, ServerException {
        String text = CaseText.of(application, violation, "finding-" + ++number, sqlLevel.word());
        BugCase bugCase = CaseParser.parse("finding", text);
        Ground server = ground(level);
        String where = level.engine().title() + " " + server.version();
        CaseRun run = new CaseRunner(server, 1, new BenchListener() {}).run(bugCase, sqlLevel);
        if (run.outcome() == CaseOutcome.SKIPPED) {
            return Answer.notRun(where + ": " + run.why());
        }
        List<CaseText.Said> expected = CaseText.said(violation);
        for (int i = 0; i < Math.min(expected.size(), run.steps().size()); i++) {
            String problem = difference(expected.get(i), run.steps().get(i));
            if (!problem.isEmpty()) {
                return new Answer(Optional.of(false), "not reproduced on " + where + ": " + problem);
            }
        }
        boolean differs = violation.execution() != null && violation.execution().differsFromSerial();
        return new Answer(
                Optional.of(true),
                "confirmed on " + where + ": "
                        + (differs ? "the results differ from every serial order" : "the trace has the cycle"));
    }

    /** Where the server did something else than the interpreter, or an empty text. */
    private static String difference(CaseText.Said expected, Played played) {
        Response last = played.last();
        String step = "step " + played.number() + " (" + expected.session() + ": " + expected.sql() + ") ";
        if (last instanceof Response.Rows rows && expected.rows() != null) {
            return same(expected.rows(), rows.rows()) ? "" : step + "returned " + last + ", not " + expected.count();
        }
        if (last instanceof Response.Affected affected) {
            boolean commit = expected.sql().equals("COMMIT");
            boolean same = commit || expected.count().startsWith(affected.rows() + " ");
            return same ? "" : step + "changed " + last + ", not " + expected.count();
        }
        return step + "answered " + last;
    }

    private static boolean same(List<List<String>> expected, List<List<Optional<String>>> rows) {
        if (expected.size() != rows.size()) {
            return false;
        }
        for (int i = 0; i < rows.size(); i++) {
            for (int j = 0; j < Math.min(rows.get(i).size(), expected.get(i).size()); j++) {
                if (!same(expected.get(i).get(j), rows.get(i).get(j).orElse("null"))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean same(String expected, String value) {
        if (expected.equals(value)
                || expected.equals("true") && value.equals("t")
                || expected.equals("false") && value.equals("f")) {
            return true;
        }
        try {
            return new BigDecimal(expected).compareTo(new BigDecimal(value)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (ground != null) {
            ground.close();
        }
    }
}
