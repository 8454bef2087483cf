package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples, with the answers of the literature. */
class StudiesTest {
    private static Application application(String file) throws IOException {
        return new ApplicationReader(SqlDialect.POSTGRES)
                .add(file, Files.readString(Path.of("../examples/analyze", file)))
                .read();
    }

    private static LevelOutcome at(Application application, String model, int k) {
        LevelPlan plan = LevelPlan.all(application, ConsistencyModel.of(model).orElseThrow());
        return new RobustnessAnalysis(
                        application, plan, RobustnessAnalysis.Limits.standard().upTo(k))
                .prove(RobustnessAnalysis.Method.ANY);
    }

    private static LevelOutcome at(Application application, EngineLevel level, int k) {
        LevelPlan plan = LevelPlan.all(application, level);
        return new RobustnessAnalysis(
                        application, plan, RobustnessAnalysis.Limits.standard().upTo(k))
                .prove(RobustnessAnalysis.Method.ANY);
    }

    @Test
    void theBankLosesUpdatesUnderEventualConsistency() throws IOException {
        LevelOutcome outcome = at(application("bank.sql"), "ec", 2);

        assertThat(outcome.findings()).extracting(Violation::anomaly).contains("lost update");
        assertThat(outcome.findings()).allMatch(each -> each.execution() != null);
    }

    @Test
    void theBankIsProvedByPathsUnderParallelSnapshotIsolation() throws IOException {
        LevelOutcome outcome = at(application("bank.sql"), "psi", 4);

        assertThat(outcome.verdict()).isEqualTo(LevelOutcome.Verdict.PROVED);
        assertThat(outcome.proof()).contains("paths");
    }

    @Test
    void smallBankHasTheReadOnlyAnomalyAndNoOtherUnderSnapshotIsolation() throws IOException {
        LevelOutcome outcome = at(application("smallbank.sql"), EngineLevel.PG_REPEATABLE_READ, 3);

        assertThat(outcome.findings()).hasSize(1);
        assertThat(outcome.candidates()).isEmpty();
        Violation found = outcome.findings().get(0);
        assertThat(found.anomaly()).isEqualTo("read-only anomaly");
        assertThat(found.programs())
                .extracting(TransactionProgram::name)
                .containsExactly("Balance", "WriteCheck", "TransactSavings");
        assertThat(at(application("smallbank.sql"), EngineLevel.PG_SERIALIZABLE, 3)
                        .verdict())
                .isEqualTo(LevelOutcome.Verdict.PROVED);
    }

    @Test
    void whatIsNoTransactionIsRefusedWithItsPlace() {
        ApplicationReader reader = new ApplicationReader(SqlDialect.POSTGRES)
                .add(
                        "app.sql",
                        "CREATE TABLE t (id int PRIMARY KEY);\n-- transaction a(x int)\nSELECT nothing FROM t;\n");

        assertThatThrownBy(reader::read)
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("app.sql:3:8: there is no column nothing");
    }

    @Test
    void aModelThatIsNotUniversalIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> ConsistencyModel.read("m.txt", "model m\nexists a vis(a, b) => ar(a, b)\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("m.txt:2:1: ");
    }

    /** Each of these would change or read rows that no statement of the analysis has, so a proof without them would be wrong. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE t (id int PRIMARY KEY);\n-- transaction a()\nINSERT INTO t VALUES ((SELECT COUNT(*) FROM t));",
                "CREATE TABLE t (id int PRIMARY KEY);\n-- transaction a()\nIF EXISTS (SELECT 1 FROM t) THEN DELETE FROM t; END IF;",
                "CREATE TABLE p (id int PRIMARY KEY);\nCREATE TABLE c (id int PRIMARY KEY, p int REFERENCES p ON DELETE CASCADE);\n"
                        + "-- transaction a()\nDELETE FROM p;",
                "CREATE TABLE t (id int PRIMARY KEY);\nCREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();\n"
                        + "-- transaction a()\nDELETE FROM t;"
            })
    void whatIsNotAnalysedIsRefused(String text) {
        assertThatThrownBy(() -> new ApplicationReader(SqlDialect.POSTGRES)
                        .add("a.sql", text)
                        .read())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("not analysed");
    }
}
