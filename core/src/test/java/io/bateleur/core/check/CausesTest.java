package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Cause;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CausesTest {
    private static final String LOST_UPDATE = "T1@s1: r(x,_) w(x,1) c\nT2@s2: r(x,_) w(x,2) c\n";
    private static final String WRITE_SKEW = "T3@s3: r(y,_) w(z,1) c\nT4@s4: r(z,_) w(y,1) c\n";
    private static final String PHANTOM = "T5@s5: scan(p,q)=[] r(b,1) c\nT6@s6: w(pa,1) w(b,1) c\n";

    @Test
    void aViolationIsExplainedOnceUnderItsWeakestLevel() {
        List<Cause> causes = causes(LOST_UPDATE, "serializable", "snapshot-isolation", "cursor-stability");
        assertThat(causes).hasSize(1);
        assertThat(causes.get(0).why().level().name()).isEqualTo("cursor-stability");
        assertThat(causes.get(0).besides()).isEmpty();
        assertThat(names(causes.get(0).stronger())).containsExactly("serializable", "snapshot-isolation");
    }

    @Test
    void levelsThatDoNotImplyEachOtherShareAnExplanationToo() {
        List<Cause> causes = causes(LOST_UPDATE, "repeatable-read", "snapshot-isolation", "serializable");
        assertThat(causes).hasSize(1);
        assertThat(names(causes.get(0).besides())).containsExactly("snapshot-isolation");
        assertThat(names(causes.get(0).stronger())).containsExactly("serializable");
        assertThat(causes.get(0).alsoViolated())
                .containsExactly(
                        "The same transactions violate snapshot-isolation too.",
                        "Every stronger level is violated too: serializable.");
    }

    @Test
    void differentViolationsStayApart() {
        List<Cause> causes = of(
                LevelReport.violated(level("repeatable-read"), why(WRITE_SKEW, "repeatable-read"), 0),
                LevelReport.violated(level("snapshot-isolation"), why(PHANTOM, "snapshot-isolation"), 0));
        assertThat(causes.stream().map(cause -> cause.why().name())).containsExactly("G2-item", "G-single");
        assertThat(causes).allSatisfy(cause -> assertThat(cause.alsoViolated()).isEmpty());
    }

    @Test
    void theShortestExplanationOfTheWeakestLevelIsTaken() {
        String around =
                "T1@s1: w(a,1) r(b,1) c\nT2@s2: w(b,1) r(c,1) c\nT3@s3: w(c,1) r(d,1) c\nT4@s4: w(d,1) r(a,1) c\n";
        String there = "T5@s5: w(e,1) r(f,1) c\nT6@s6: w(f,1) r(e,1) c\n";
        List<Cause> causes = of(
                LevelReport.violated(level("read-committed"), why(around, "read-committed"), 0),
                LevelReport.violated(level("serializable"), why(there, "serializable"), 0));
        assertThat(causes).hasSize(1);
        assertThat(causes.get(0).why().level()).isEqualTo(Level.READ_COMMITTED);
        assertThat(causes.get(0).why().part().transactionCount()).isEqualTo(2);

        List<Cause> useless = of(
                LevelReport.violated(level("read-committed"), why(around, "read-committed"), 0),
                LevelReport.violated(level("serializable"), why(WRITE_SKEW, "serializable"), 0));
        assertThat(useless.get(0).why().part().transactionCount())
                .as("a shorter one that does not refute the weakest level")
                .isEqualTo(4);
    }

    @Test
    void whatIsNotAskedForIsNotClaimed() {
        List<LevelReport> levels = List.of(
                LevelReport.violated(level("repeatable-read"), why(LOST_UPDATE, "repeatable-read"), 0),
                LevelReport.violated(level("snapshot-isolation"), why(LOST_UPDATE, "snapshot-isolation"), 0));
        List<Cause> causes = Causes.of(levels, Causes.Refuter.none(), why -> List.of("said"));
        assertThat(causes).hasSize(2);
        assertThat(causes.get(0).said()).containsExactly("said");
    }

    private static List<Cause> causes(String history, String... levels) {
        List<LevelReport> reports = new ArrayList<>();
        for (String level : levels) {
            reports.add(LevelReport.violated(level(level), why(history, level), 0));
        }
        return of(reports.toArray(LevelReport[]::new));
    }

    private static List<Cause> of(LevelReport... levels) {
        return Causes.of(List.of(levels), CausesTest::refute, why -> List.of());
    }

    private static Optional<Explanation> refute(History part, Level level) {
        return new Checker().check(part, level, Budget.unlimited()) instanceof Verdict.Violated violated
                ? Optional.of(violated.why())
                : Optional.empty();
    }

    private static Explanation why(String history, String level) {
        return refute(Mini.parse(history), level(level)).orElseThrow();
    }

    private static Level level(String name) {
        return Level.of(name).orElseThrow();
    }

    private static List<String> names(List<Level> levels) {
        return levels.stream().map(Level::name).toList();
    }
}
