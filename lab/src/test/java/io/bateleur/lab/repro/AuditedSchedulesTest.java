package io.bateleur.lab.repro;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.nativ.Mini;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.sql.audit.AuditOptions;
import io.bateleur.sql.audit.AuditVerdict;
import io.bateleur.sql.audit.Auditor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What real engines answer in small schedules of sessions that wait for each other, fail and go on is possible at their own levels. */
class AuditedSchedulesTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int COUNT = Integer.getInteger("count", 0);

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "mariadb", "h2", "sqlite"})
    void noFalseAlarm(String engine, TestReporter figures) throws Exception {
        audit(engine, COUNT > 0 ? COUNT : 3, figures);
    }

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(strings = {"postgres", "mariadb", "h2", "sqlite"})
    void noFalseAlarmLongrun(String engine, TestReporter figures) throws Exception {
        audit(engine, COUNT > 0 ? COUNT : 300, figures);
    }

    private static void audit(String engine, int count, TestReporter figures) throws Exception {
        Assumptions.assumeTrue(List.of("", engine).contains(System.getProperty("engine", "")));
        List<String> refused = new ArrayList<>();
        Map<String, Integer> words = new TreeMap<>();
        try (Ground ground = new Grounds(line -> {}).start(engine, Map.of())) {
            for (SqlLevel level : ground.levels()) {
                for (int i = 0; i < count; i++) {
                    long seed = SEED + i;
                    CaseRunner runner = new CaseRunner(ground, 1, new BenchListener() {
                        @Override
                        public void recorded(CaseRunner.Recorded run) {
                            AuditVerdict verdict = Auditor.audit("log", run.history(), AuditOptions.none());
                            words.merge(level + " " + verdict.word(), 1, Integer::sum);
                            if (verdict.word().equals("refused")) {
                                refused.add("seed " + seed + " on " + engine + " at " + level + ": " + said(verdict)
                                        + "\n" + Mini.print(run.history()));
                            }
                        }
                    });
                    CaseRun run =
                            runner.run(CaseParser.parse("random.case", new RandomSchedule(seed, engine).text()), level);
                    words.merge(
                            level + " ran " + (run.outcome() == CaseOutcome.SKIPPED ? run.why() : ""), 1, Integer::sum);
                }
            }
        }
        figures.publishEntry(engine, words.toString());
        assertThat(refused).as(engine + " " + words).isEmpty();
        assertThat(words.keySet()).anyMatch(word -> word.endsWith("accepted"));
    }

    private static String said(AuditVerdict verdict) {
        return verdict.match(
                accepted -> "accepted",
                refused -> "refused: " + refused.finding().transaction() + " "
                        + refused.finding().statement() + " answered "
                        + refused.finding().answer() + ", possible "
                        + refused.finding().possible() + refused.finding().why(),
                undecided -> "undecided: " + undecided.reason());
    }
}
