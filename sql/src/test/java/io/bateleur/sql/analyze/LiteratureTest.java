package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.analyze.RobustnessAnalysis.Limits;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of the literature, with the answers that it gives; the examples name the sources. */
class LiteratureTest {
    private static Application application(String file) throws IOException {
        Path path = Path.of("../examples/analyze", file + ".sql");
        return new ApplicationReader(SqlDialect.POSTGRES)
                .add(path.toString(), Files.readString(path))
                .read();
    }

    private static LevelOutcome at(Application application, EngineLevel level) {
        return new RobustnessAnalysis(
                        application,
                        LevelPlan.all(application, level),
                        Limits.standard().upTo(3))
                .run();
    }

    /** An anomaly, or nothing where there is none up to three instances. */
    @ParameterizedTest
    @CsvSource({
        "lost-update,   lost update,         ",
        "read-skew,     non-repeatable read, ",
        "on-call,       lost update,         write skew",
        "batch,         read-only anomaly,   read-only anomaly",
        "black-white,   write skew,          write skew",
        "overdraft,     write skew,          write skew",
        "booking,       write skew,          write skew",
        "sum-of-class,  write skew,          write skew",
        "voter,         write skew,          write skew",
        "usernames,     ,                    ",
        "auction,       ,                    ",
        "mutex,         ,                    write skew"
    })
    void levelsOfPostgreSqlAnswerAsTheLiteratureSays(
            String file, @Nullable String committed, @Nullable String repeatable) throws IOException {
        Application application = application(file);

        check(at(application, EngineLevel.PG_READ_COMMITTED), committed);
        check(at(application, EngineLevel.PG_REPEATABLE_READ), repeatable);
        assertThat(at(application, EngineLevel.PG_SERIALIZABLE).findings()).isEmpty();
    }

    private static void check(LevelOutcome outcome, @Nullable String anomaly) {
        assertThat(outcome.candidates()).isEmpty();
        assertThat(outcome.limits()).isEmpty();
        if (anomaly == null) {
            assertThat(outcome.findings()).isEmpty();
        } else {
            assertThat(outcome.findings()).extracting(Violation::anomaly).contains(anomaly);
        }
    }

    @Test
    void theOnCallProgramIsMendedByItsLevelAndByNoLock() throws IOException {
        Application application = application("on-call");
        LevelPlan plan = LevelPlan.all(application, EngineLevel.PG_REPEATABLE_READ);
        Limits limits = Limits.standard().upTo(2);
        Violation found = new RobustnessAnalysis(application, plan, limits)
                .run()
                .findings()
                .get(0);
        Repairs repairs = new Repairs(application, plan, limits);

        assertThat(repairs.of(found))
                .contains(new Repairs.Repair("run Leave at SERIALIZABLE", true))
                .noneMatch(each -> each.helps() && each.words().contains("FOR UPDATE"));
        assertThat(repairs.together(List.of(found)))
                .contains(new Repairs.Together(List.of("run Leave at SERIALIZABLE"), false));
    }

    @Test
    void aLockMendsTheLostUpdateAtReadCommitted() throws IOException {
        Application application = application("lost-update");
        LevelPlan plan = LevelPlan.all(application, EngineLevel.PG_READ_COMMITTED);
        Limits limits = Limits.standard().upTo(2);
        Violation found = new RobustnessAnalysis(application, plan, limits)
                .run()
                .findings()
                .get(0);

        assertThat(new Repairs(application, plan, limits).of(found))
                .contains(
                        new Repairs.Repair("line 8: add FOR UPDATE", true),
                        new Repairs.Repair("run Sell at REPEATABLE READ", true));
    }

    @Test
    void theLowestLevelOfAMutexIsReadCommitted() throws IOException {
        WeakestLevels weakest =
                new WeakestLevels(application("mutex"), Limits.standard().upTo(2));

        assertThat(weakest.allocation(EngineLevel.Engine.POSTGRES, true))
                .hasValueSatisfying(allocation ->
                        assertThat(allocation.levels()).containsEntry("Take", EngineLevel.PG_READ_COMMITTED));
    }

    @Tag("soak")
    @Test
    void onlyTheProgramsOfTheReadOnlyAnomalyOfSmallBankNeedSerializable() throws IOException {
        WeakestLevels weakest =
                new WeakestLevels(application("smallbank"), Limits.standard().upTo(3));

        assertThat(weakest.allocation(EngineLevel.Engine.POSTGRES, true)).hasValueSatisfying(allocation -> {
            assertThat(allocation.levels())
                    .containsEntry("Balance", EngineLevel.PG_SERIALIZABLE)
                    .containsEntry("WriteCheck", EngineLevel.PG_SERIALIZABLE)
                    .containsEntry("TransactSavings", EngineLevel.PG_SERIALIZABLE)
                    .containsEntry("DepositChecking", EngineLevel.PG_READ_COMMITTED)
                    .containsEntry("Amalgamate", EngineLevel.PG_READ_COMMITTED);
        });
    }
}
