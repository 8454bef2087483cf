package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.tree.SqlDialect;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Small applications at the levels of engines, whose right answers can be argued. */
class EngineLevelsTest {
    private static final String T = "CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL);\n";

    private static final String SCAN = T
            + "-- transaction close()\nUPDATE t SET b = 0 WHERE a = 1;\n"
            + "-- transaction move()\nUPDATE t SET a = 1 WHERE id = 1;\nUPDATE t SET b = b + 1 WHERE id = 2;\n";

    private static final String JOBS = "CREATE TABLE job (id int PRIMARY KEY, done int NOT NULL);\n"
            + "-- transaction add(id int)\nINSERT INTO job (id, done) VALUES (:id, 0);\n"
            + "-- transaction take()\nSELECT id INTO :j FROM job WHERE done = 0 ORDER BY id LIMIT 1 FOR UPDATE%s;\n"
            + "IF :j IS NOT NULL THEN UPDATE job SET done = 1 WHERE id = :j; END IF;\n";

    private static Application read(String text, EngineLevel.Engine engine) throws BadInputException {
        SqlDialect dialect = engine == EngineLevel.Engine.MARIADB ? SqlDialect.MYSQL : SqlDialect.POSTGRES;
        return new ApplicationReader(dialect).add("a.sql", text).read();
    }

    private static LevelOutcome at(EngineLevel level, String text) throws BadInputException {
        Application application = read(text, level.engine());
        LevelPlan plan = Plans.engine(application, level, level == EngineLevel.INNODB_SNAPSHOT);
        return new RobustnessAnalysis(
                        application, plan, RobustnessAnalysis.Limits.standard().upTo(2))
                .run();
    }

    /** A scan passes the first row before it changes, and waits for the second; MariaDB 11.4.5 does so. */
    @Test
    void aScanAtReadCommittedOfInnoDbIsNoInstant() throws BadInputException {
        assertThat(at(EngineLevel.INNODB_READ_COMMITTED, SCAN).verdict()).isEqualTo(LevelOutcome.Verdict.VIOLATION);
        assertThat(at(EngineLevel.INNODB_REPEATABLE_READ, SCAN).verdict()).isEqualTo(LevelOutcome.Verdict.NONE_UP_TO);
    }

    /** Above READ COMMITTED a locking read without an index keeps all rows and gaps locked. */
    @Test
    void nobodyInsertsWhereInnoDbHasScanned() throws BadInputException {
        String text = T + "-- transaction enter(p int)\nSELECT COUNT(*) INTO :n FROM t WHERE a = 1 FOR UPDATE;\n"
                + "IF :n = 0 THEN INSERT INTO t VALUES (:p, 1, 0); END IF;\n";

        assertThat(at(EngineLevel.INNODB_READ_COMMITTED, text).verdict()).isEqualTo(LevelOutcome.Verdict.VIOLATION);
        assertThat(at(EngineLevel.INNODB_REPEATABLE_READ, text).verdict()).isEqualTo(LevelOutcome.Verdict.NONE_UP_TO);
    }

    @Test
    void withSnapshotIsolationInnoDbLosesNoUpdates() throws BadInputException {
        String text = T + "-- transaction add(p int)\nSELECT a INTO :v FROM t WHERE id = :p;\n"
                + "UPDATE t SET a = :v + 1 WHERE id = :p;\n";

        assertThat(at(EngineLevel.INNODB_REPEATABLE_READ, text).verdict()).isEqualTo(LevelOutcome.Verdict.VIOLATION);
        assertThat(at(EngineLevel.INNODB_SNAPSHOT, text).verdict()).isEqualTo(LevelOutcome.Verdict.NONE_UP_TO);
    }

    /** The example of PostgreSQL's documentation on SERIALIZABLE. */
    @Test
    void sumsThatAreInsertedIntoTheOtherClassSkew() throws BadInputException {
        String text = "CREATE TABLE mytab (id int PRIMARY KEY, class int NOT NULL, value int NOT NULL);\n"
                + "-- transaction one(new int)\nSELECT SUM(value) INTO :s FROM mytab WHERE class = 1;\n"
                + "INSERT INTO mytab (id, class, value) VALUES (:new, 2, :s);\n"
                + "-- transaction two(new int)\nSELECT SUM(value) INTO :s FROM mytab WHERE class = 2;\n"
                + "INSERT INTO mytab (id, class, value) VALUES (:new, 1, :s);\n";

        assertThat(at(EngineLevel.PG_REPEATABLE_READ, text).verdict()).isEqualTo(LevelOutcome.Verdict.VIOLATION);
        assertThat(at(EngineLevel.PG_SERIALIZABLE, text).verdict()).isEqualTo(LevelOutcome.Verdict.PROVED);
    }

    @Test
    void aForeignKeyKeepsCountAndDeleteTogether() throws BadInputException {
        String text = "CREATE TABLE dept (id int PRIMARY KEY, name int NOT NULL);\n"
                + "CREATE TABLE emp (id int PRIMARY KEY, dept int NOT NULL REFERENCES dept (id));\n"
                + "-- transaction hire(e int, d int)\nINSERT INTO emp (id, dept) VALUES (:e, :d);\n"
                + "-- transaction closeDept(d int)\nSELECT COUNT(*) INTO :n FROM emp WHERE dept = :d;\n"
                + "IF :n = 0 THEN DELETE FROM dept WHERE id = :d; END IF;\n";

        assertThat(at(EngineLevel.PG_READ_COMMITTED, text).verdict()).isEqualTo(LevelOutcome.Verdict.NONE_UP_TO);
        assertThat(at(EngineLevel.PG_REPEATABLE_READ, text).verdict()).isEqualTo(LevelOutcome.Verdict.NONE_UP_TO);
    }

    @Test
    void queuesAreSafeWithOrWithoutSkippingOfLockedRows() throws BadInputException {
        for (String word : new String[] {"", " NOWAIT", " SKIP LOCKED"}) {
            String text = JOBS.formatted(word);
            assertThat(at(EngineLevel.PG_READ_COMMITTED, text).verdict())
                    .as(word)
                    .isEqualTo(LevelOutcome.Verdict.NONE_UP_TO);
        }
        String unlocked = JOBS.formatted("").replace(" FOR UPDATE", "");
        assertThat(at(EngineLevel.PG_READ_COMMITTED, unlocked).verdict()).isEqualTo(LevelOutcome.Verdict.VIOLATION);
    }

    /** FOR KEY SHARE returns the row of the snapshot although its other columns have changed. */
    @Test
    void keyShareDoesNotKeepOtherColumnsAsTheyAre() throws BadInputException {
        String text = T + "-- transaction x(p int)\nSELECT a INTO :v FROM t WHERE id = :p FOR KEY SHARE;\n"
                + "UPDATE t SET a = :v + 1 WHERE id = :p;\n";

        assertThat(at(EngineLevel.PG_READ_COMMITTED, text).verdict()).isEqualTo(LevelOutcome.Verdict.VIOLATION);
        assertThatThrownBy(() -> at(EngineLevel.INNODB_READ_COMMITTED, text))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("a.sql:3:1: MariaDB has no FOR KEY SHARE");
    }

    @Test
    void whatAServerRefutesIsNoViolation() throws BadInputException {
        LevelOutcome outcome = at(EngineLevel.INNODB_READ_COMMITTED, SCAN);
        Map<Violation, String> refuted = new HashMap<>();
        outcome.findings().forEach(each -> refuted.put(each, "not reproduced"));

        LevelOutcome left = outcome.withRefuted(refuted);

        assertThat(left.findings()).isEmpty();
        assertThat(left.verdict()).isEqualTo(LevelOutcome.Verdict.UNDECIDED);
    }
}
