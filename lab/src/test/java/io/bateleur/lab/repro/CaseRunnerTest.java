package io.bateleur.lab.repro;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.server.ServerException;
import java.io.IOException;
import java.sql.Driver;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the meanings of docs/cases.md come to, on engines inside this process. */
class CaseRunnerTest {
    private static final String TABLE = """
            case T "t" affects h2 2.0-2.5.252
            setup CREATE TABLE t(id INT PRIMARY KEY, v INT); INSERT INTO t VALUES (1, 10), (2, 20);
            """;

    private static CaseRun run(String text, SqlLevel level, Ground ground) throws IOException, ServerException {
        BugCase bugCase = CaseParser.parse("t.case", text);
        return new CaseRunner(ground, 1, new BenchListener() {}).run(bugCase, level);
    }

    private static CaseRun onH2(String steps) throws IOException, ServerException {
        try (Ground h2 = new InsideGround("h2", "2.5.252", new org.h2.Driver(), Map.of())) {
            return run(TABLE + steps, SqlLevel.READ_COMMITTED, h2);
        }
    }

    @Test
    void aWaitingStepNamesWhomItWaitsForAndItsQueueRunsWhenItWakes() throws Exception {
        CaseRun run = onH2("""
                steps
                a> UPDATE t SET v = 11 WHERE id = 1; = 1 row
                b> UPDATE t SET v = v + 5 WHERE id = 1; blocks a
                b> SELECT v FROM t WHERE id = 1; = (16)
                a> UPDATE t SET v = 21 WHERE id = 2; wakes none
                a> COMMIT; wakes b  b = 1 row
                a> SELECT v FROM t WHERE id = 1; = (11)
                b> COMMIT;
                final SELECT id, v FROM t ORDER BY id; = (1,16) (2,21)
                """);

        assertThat(run.why()).isEmpty();
        assertThat(run.outcome()).isEqualTo(CaseOutcome.NOT_REPRODUCED);
        assertThat(run.levelAnswered()).isEqualTo("read-committed");
        assertThat(run.steps())
                .extracting(step -> step.step().session() + step.number())
                .containsExactly("a1", "b2", "a3", "a4", "b5", "a6", "b7");
        assertThat(run.steps().get(1).blockedBy()).containsExactly("a");
        assertThat(run.steps().get(1).wokenBy()).contains(run.steps().get(3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a> SELECT v FROM t; = (20) (10) | not-reproduced",
                "a> SELECT v FROM t ORDER BY id; = (20) (10) | differs",
                "a> SELECT v FROM t ORDER BY id; = (10.0) (20) | not-reproduced",
                "a> SELECT v FROM t ORDER BY id; = ('10.0') (20) | differs",
                "a> SELECT v FROM t; = 3 rows bug: 2 rows | reproduced",
                "a> SELECT v FROM t; = 3 rows bug@serializable: 2 rows | differs",
                "a> SELECT v FROM t; @serializable = 3 rows | not-reproduced",
                "a> SELECT v FROM t; = 3 rows @read-committed = 2 rows | not-reproduced",
                "a> SELECT CAST(0.1 AS DOUBLE) + 0.2; = (0.3) | not-reproduced",
                "a> SELECT CAST(10000000000 AS BIGINT); = (10000000001) | differs",
                "a> SELECT NULL, 'NULL', ''; = (NULL, 'NULL', '') | not-reproduced",
                "a> SELECT NULL; = ('NULL') | differs",
                "a> SELECT v FROM t WHERE id = 3; = none | not-reproduced",
                "a> UPDATE t SET v = 0 WHERE id = 3; = none | not-reproduced",
                "a> INSERT INTO t VALUES (1, 1); ! 23505 | not-reproduced",
                "a> INSERT INTO t VALUES (1, 1); ! 23 | not-reproduced",
                "a> INSERT INTO t VALUES (1, 1); ! 40 bug: ! 23505 | reproduced",
                "a> INSERT INTO t VALUES (1, 1); | not-reproduced",
                "a> SELECT 1; crash | differs",
                "a> SELECT v FROM t; = ok | not-reproduced",
                "a> :p(1); = (10) a> :p(2); = (20) prepared p SELECT v FROM t WHERE id = ?; | not-reproduced",
                "a> UPDATE t SET v=0; b> UPDATE t SET v=1; = 2 rows bug: blocks a | reproduced",
                "a> UPDATE t SET v=0; b> UPDATE t SET v=1; a> COMMIT; wakes none bug: ok | reproduced",
                "a> UPDATE t SET v=0; final SELECT SUM(v) FROM t; = (30) | not-reproduced",
                "session a autocommit a> UPDATE t SET v=0; final SELECT SUM(v) FROM t; = (30) bug: (0) | reproduced",
                "session a { CREATE TABLE u(x INT); INSERT INTO u VALUES (7) } a> SELECT * FROM u; = (7) | not-reproduced",
                "a> BEGIN; a> UPDATE t SET v=0; a> ROLLBACK; a> SELECT SUM(v) FROM t; = (30) | not-reproduced",
            })
    void theFirstUnmetExpectationDecides(String steps, String outcome) throws Exception {
        CaseRun run = onH2("steps " + steps);

        assertThat(run.outcome().word()).as(run.why()).isEqualTo(outcome);
    }

    @Test
    void everyOrderOfTheSessionsIsRunAndTheWorstCounts() throws Exception {
        CaseRun run = onH2("""
                interleave all
                a> SELECT v FROM t WHERE id = 1; = (10) bug: (99)
                b> UPDATE t SET v = 99 WHERE id = 1;
                b> COMMIT;
                """);

        assertThat(run.outcome()).isEqualTo(CaseOutcome.REPRODUCED);
        assertThat(run.runs()).isEqualTo(3);
        assertThat(run.times()).isEqualTo(1);
        assertThat(run.steps()).extracting(step -> step.step().session()).containsExactly("b", "b", "a");
    }

    @Test
    void aDeadlockIsAnAnswerThatIsWaitedFor() throws Exception {
        CaseRun run = onH2("""
                steps
                a> UPDATE t SET v = 1 WHERE id = 1;
                b> UPDATE t SET v = 2 WHERE id = 2;
                a> UPDATE t SET v = 1 WHERE id = 2; blocks b
                b> UPDATE t SET v = 2 WHERE id = 1; ! 40001 wakes a a = 1 row
                """);

        assertThat(run.why()).isEmpty();
    }

    @Test
    void aSetupThatFailsSkipsTheCase() throws Exception {
        CaseRun run = onH2("CREATE TABLE t(a INT); steps a> SELECT 1;");

        assertThat(run.outcome()).isEqualTo(CaseOutcome.SKIPPED);
        assertThat(run.why()).contains("set-up: t.case:3:1", "already exists");
    }

    @Test
    void sqliteIsBusyWhereOthersWait() throws Exception {
        Driver driver = new org.sqlite.JDBC();
        try (Ground sqlite = new InsideGround("sqlite", "3", driver, Map.of())) {
            CaseRun run = run(TABLE + """
                    steps
                    a> UPDATE t SET v = 11 WHERE id = 1;
                    b> SELECT v FROM t WHERE id = 1; = (10)
                    c> UPDATE t SET v = 12 WHERE id = 1; blocks a
                    a> COMMIT; wakes c c = 1 row
                    c> COMMIT;
                    b> UPDATE t SET v = 13 WHERE id = 1; ! 40001
                    b> ROLLBACK;
                    final SELECT v FROM t WHERE id = 1; = (12)
                    """, SqlLevel.SERIALIZABLE, sqlite);

            assertThat(run.why()).isEmpty();
        }
    }

    @Test
    void hsqldbTellsWhoWaits() throws Exception {
        try (Ground hsqldb = new Grounds(line -> {}).start("hsqldb", Map.of())) {
            CaseRun run = run(TABLE + """
                    steps
                    a> UPDATE t SET v = 11 WHERE id = 1;
                    b> SELECT v FROM t WHERE id = 1; blocks a
                    a> COMMIT; wakes b b = (11)
                    """, SqlLevel.SERIALIZABLE, hsqldb);

            assertThat(run.why()).isEmpty();
        }
    }
}
