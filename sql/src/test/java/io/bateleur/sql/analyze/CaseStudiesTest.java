package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.analyze.LevelOutcome.Verdict;
import io.bateleur.sql.analyze.RobustnessAnalysis.Limits;
import io.bateleur.sql.analyze.RobustnessAnalysis.Method;
import io.bateleur.sql.tree.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** TPC-C and Courseware, the studies of Nagar and Jagannathan 2018, with their outcomes. */
class CaseStudiesTest {
    private static RobustnessAnalysis analysis(String file, String model, Limits limits) throws IOException {
        Path path = Path.of("../examples/analyze", file);
        Application application = new ApplicationReader(SqlDialect.POSTGRES)
                .add(path.toString(), Files.readString(path))
                .read();
        ConsistencyModel wanted = ConsistencyModel.of(model).orElseThrow();
        LevelPlan plan = Plans.model(application, wanted, ConsistencyModel.builtIn());
        return new RobustnessAnalysis(application, plan, limits);
    }

    private static LevelOutcome at(String file, String model, int k) throws IOException {
        return analysis(file, model, Limits.standard().upTo(k)).run();
    }

    private static List<List<String>> rings(LevelOutcome outcome) {
        return outcome.findings().stream()
                .map(each -> each.ring().stream().map(TransactionProgram::name).toList())
                .distinct()
                .toList();
    }

    @Test
    void tpccIsProvedByInductionInTwoStepsUnderSnapshotIsolation() throws IOException {
        LevelOutcome outcome =
                analysis("tpcc.sql", "si", Limits.standard().upTo(2)).prove(Method.INDUCTION);

        assertThat(outcome.verdict()).isEqualTo(Verdict.PROVED);
        assertThat(outcome.proof()).startsWith("by induction in 2 steps: NewOrder, Payment; then Delivery");
        assertThat(outcome.facts()).contains("at the start district.d_next_o_id > every orders.o_id");
    }

    @Test
    void coursewareHasTheViolationsOfThePaperUnderEventualConsistency() throws IOException {
        LevelOutcome outcome = at("courseware.sql", "ec", 2);

        assertThat(rings(outcome))
                .contains(
                        List.of("Enroll", "Enroll"),
                        List.of("AddCourse", "AddCourse"),
                        List.of("AddStudent", "AddStudent"),
                        List.of("RemCourse", "Enroll"),
                        List.of("RemStudent", "Enroll"));
        assertThat(outcome.candidates()).isEmpty();
    }

    @Test
    void coursewareEnrolsRemovedStudentsUnderSnapshotIsolation() throws IOException {
        assertThat(rings(at("courseware.sql", "si", 2)))
                .containsExactlyInAnyOrder(List.of("RemCourse", "Enroll"), List.of("RemStudent", "Enroll"));
    }

    @Test
    void coursewareWithPairsHasNoViolationOfTwo() throws IOException {
        assertThat(at("courseware-pairs.sql", "ec", 2).verdict()).isEqualTo(Verdict.NONE_UP_TO);
        assertThat(at("courseware-snapshots.sql", "ec", 2).verdict()).isEqualTo(Verdict.NONE_UP_TO);
    }

    @Tag("soak")
    @Test
    void coursewareWithPairsHasOnlyTheLongForkOfFour() throws IOException {
        assertThat(at("courseware-pairs.sql", "ec", 3).verdict()).isEqualTo(Verdict.NONE_UP_TO);
        LevelOutcome outcome = at("courseware-pairs.sql", "ec", 4);
        assertThat(outcome.findings()).extracting(Violation::anomaly).containsExactly("long fork");
        assertThat(rings(outcome)).containsExactly(List.of("AddCourse", "Enroll", "AddStudent", "Enroll"));
        LevelOutcome filtered = analysis(
                        "courseware-pairs.sql", "ec", Limits.standard().hidingHarmless())
                .run();
        assertThat(filtered.findings()).isEmpty();
        assertThat(filtered.hidden()).anyMatch(each -> each.contains("harmless"));
    }

    @Tag("soak")
    @Test
    void tpccLosesUpdatesUnderEventualConsistency() throws IOException {
        LevelOutcome outcome = at("tpcc.sql", "ec", 2);

        assertThat(outcome.findings()).extracting(Violation::anomaly).contains("lost update");
        assertThat(rings(outcome)).contains(List.of("NewOrder", "NewOrder"), List.of("Payment", "Payment"));
    }

    @Tag("soak")
    @Test
    void tpccHasLongForksOfFourUnderParallelSnapshotIsolation() throws IOException {
        assertThat(at("tpcc.sql", "psi", 3).verdict()).isEqualTo(Verdict.NONE_UP_TO);
        LevelOutcome outcome =
                analysis("tpcc.sql", "psi", Limits.standard().hidingHarmless()).run();
        assertThat(rings(outcome))
                .contains(
                        List.of("NewOrder", "OrderStatus", "Payment", "OrderStatus"),
                        List.of("NewOrder", "StockLevel", "NewOrder", "StockLevel"));
        assertThat(outcome.candidates()).isEmpty();
    }

    @Tag("soak")
    @Test
    void aDeliveryOfTwoDistrictsHasACycleOfFourUnderSnapshotIsolation() throws IOException {
        LevelOutcome outcome = at("tpcc-two-districts.sql", "si", 4);

        assertThat(rings(outcome)).containsExactly(List.of("NewOrder", "NewOrder", "OrderStatus", "Delivery"));
        assertThat(outcome.candidates()).isEmpty();
    }
}
