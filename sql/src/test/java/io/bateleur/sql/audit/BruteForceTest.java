package io.bateleur.sql.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search says what executing a log in every possible order says. */
class BruteForceTest {
    private static final long STEPS_MAX = 15_000;

    @ParameterizedTest
    @EnumSource(SightRules.class)
    void sameAnswer(SightRules rules, TestReporter figures) {
        compare(rules, 0, 120, figures);
    }

    @Tag("soak")
    @ParameterizedTest
    @EnumSource(SightRules.class)
    void sameAnswerLongrun(SightRules rules, TestReporter figures) {
        compare(rules, 1_000_000, Integer.getInteger("logs", 8000), figures);
    }

    /** The search does not look at what was held until a savepoint freed it. */
    private static boolean freesRows(History log) {
        return io.bateleur.core.trace.nativ.Mini.print(log).contains("ROLLBACK TO");
    }

    private static SqlDialect dialect(SightRules rules) {
        return rules == SightRules.H2_SNAPSHOT
                ? SqlDialect.H2
                : rules.name().startsWith("INNODB") ? SqlDialect.MYSQL : SqlDialect.POSTGRES;
    }

    private static void compare(SightRules rules, long seed, int logs, TestReporter figures) {
        SqlDialect dialect = dialect(rules);
        int decided = 0;
        int refused = 0;
        for (int i = 0; i < logs; i++) {
            AuditOptions options = new AuditOptions(
                    Optional.empty(),
                    Optional.of(dialect),
                    Optional.of(RandomLogs.SCHEMA),
                    Optional.of(RandomLogs.ROWS),
                    0);
            SqlEvaluation evaluation = SqlEvaluation.of(History.builder().build(), options, dialect);
            StartingPoint setting = evaluation.setting();
            SightRules made = i % 3 == 0 ? rules : SightRules.values()[(int) ((seed + i) % SightRules.values().length)];
            RandomLogs random = new RandomLogs(seed + i, made, setting, dialect, 4);
            History history = random.next();
            boolean truth = made == rules && made != SightRules.SERIAL_AT_COMMIT && i % 2 == 0;
            History log = truth ? history : random.withLie(history);
            if (log == null) {
                continue;
            }
            LoggedWork work =
                    new LogReader(log, dialect, t -> rules, false, rules != SightRules.SERIAL_AT_COMMIT, 0).read();
            SearchOutcome outcome = new Searches(setting).byRules(work);
            work.points().undo(0);
            PlainAuditor.Opinion opinion = new PlainAuditor(
                            work,
                            setting.evaluation(),
                            work.transactions(),
                            setting.rows(),
                            setting.unknown(),
                            STEPS_MAX)
                    .opinion();
            String what = "seed " + (seed + i) + " at " + rules + " made by " + made + "\n"
                    + io.bateleur.core.trace.nativ.Mini.print(log);
            if (truth) {
                assertThat(outcome).as(what).isInstanceOf(SearchOutcome.Explained.class);
            }
            if (opinion == PlainAuditor.Opinion.TOO_MUCH || outcome instanceof SearchOutcome.Open) {
                continue;
            }
            decided++;
            boolean possible = outcome instanceof SearchOutcome.Explained;
            refused += possible ? 0 : 1;
            boolean other = opinion == PlainAuditor.Opinion.POSSIBLE;
            if (rules == SightRules.SERIAL_AT_COMMIT) {
                assertThat(!possible || other).as(what).isTrue(); // what it does not find, others look for
            } else if (!possible || other || !freesRows(log)) {
                assertThat(possible).as(what).isEqualTo(other);
            }
        }
        figures.publishEntry(
                Map.of("rules", rules.name(), "logs", "" + logs, "decided", "" + decided, "refused", "" + refused));
        assertThat(decided).isGreaterThan(logs * 2 / 3);
        assertThat(refused).isGreaterThan(logs / 20);
    }
}
