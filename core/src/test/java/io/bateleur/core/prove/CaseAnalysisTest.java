package io.bateleur.core.prove;

import static io.bateleur.core.prove.ProverTest.explain;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Argument.Case;
import io.bateleur.core.report.Argument.Cases;
import io.bateleur.core.report.Argument.Cycle;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the history does not tell enough, each possibility is refuted by itself. */
class CaseAnalysisTest {

    @Test
    void asksWhichOfTwoUpdatesCameFirst() {
        Explanation why = explain("snapshot-isolation", "initial x:0; T1: r(x,0) w(x,1) c; T2: r(x,0) w(x,2) c");
        assertThat(why.argument())
                .hasToString("Which of T1 and T2 wrote x first?"
                        + " [T1 wrote x first: T1 -ww(x)-> T2, T2 -rw(x)-> T1]"
                        + " [T2 wrote x first: T1 -rw(x)-> T2, T2 -ww(x)-> T1]");
        assertThat(why.name()).isEqualTo("lost-update");
    }

    @Test
    void asksWhichOfTwoBlindWritersCameFirst() {
        String text = "T1: w(x,1) w(y,1) c; T2: w(x,2) w(y,2) c; T3: r(x,1) r(y,2) c";
        String cases = "Which of T1 and T2 wrote y first?"
                + " [T1 wrote y first: T2 -wr(y)-> T3, T3 -rw(x)-> T2]"
                + " [T2 wrote y first: T1 -wr(x)-> T3, T3 -rw(y)-> T1]";
        for (String level : List.of("read-atomic", "causal")) {
            Explanation why = explain(level, text);
            assertThat(why.argument()).as(level).hasToString(cases);
            assertThat(why.name()).as(level).isEqualTo("fractured-read");
        }
        for (String level : List.of("consistent-view", "snapshot-isolation", "serializable")) {
            Explanation why = explain(level, text);
            assertThat(why.argument()).as(level).hasToString(cases);
            assertThat(why.name()).as(level).isEqualTo("G-single-item");
        }
    }

    @Test
    void asksWhichOfTwoEqualWritesWasRead() {
        Explanation why = explain("serializable", "T1: w(x,1) w(y,1) c; T2: w(x,1) w(y,2) c; T3: r(x,1) r(y,_) c");
        assertThat(why.argument())
                .hasToString("Who wrote what T3 read as x = 1?"
                        + " [T1 wrote it: T1 -wr(x)-> T3, T3 -rw(y)-> T1]"
                        + " [T2 wrote it: T2 -wr(x)-> T3, T3 -rw(y)-> T2]");
        assertThat(why.name()).isEqualTo("G-single-item");
    }

    @Test
    void asksWhyAKeyWasNotThere() {
        Explanation why =
                explain("serializable", "T1: w(x,1) w(y,1) c; T2: r(x,1) d(x) w(z,1) c; T3: r(y,1) r(z,_) r(x,_) c");
        assertThat(why.argument())
                .hasToString("Why is it that T3 found no x?"
                        + " [it was so at the start: T1 -wr(y)-> T3, T3 -rw(x)-> T1]"
                        + " [T2 had deleted it: T2 -wr(x)-> T3, T3 -rw(z)-> T2]");
    }

    @Test
    void asksWhoHappenedByAskingWhoWasSeen() {
        // T2 and T3 may or may not have happened; one of them must have, or nobody wrote what T4 read.
        Explanation why = explain(
                "serializable",
                "T1: w(a,1) c; T2: w(x,1) w(y,1) u; T3: w(x,1) r(a,_) u; T4: r(x,1) r(y,_) r(a,1) w(b,1) c; T5: r(b,1) r(a,_) c");
        assertThat(why.argument()).isInstanceOf(Cycle.class);
        why = explain("serializable", "T2: w(x,1) w(y,1) u; T3: w(x,1) r(a,_) w(z,1) u; T4: r(x,1) r(y,_) r(z,_) c");
        assertThat(why.argument())
                .hasToString("Who wrote what T4 read as x = 1?"
                        + " [T2 wrote it: T2 -wr(x)-> T4, T4 -rw(y)-> T2]"
                        + " [T3 wrote it: T3 -wr(x)-> T4, T4 -rw(z)-> T3]");
    }

    @Test
    void infersAnOrderWhereASentenceIsEnough() {
        Explanation why = explain(
                "serializable",
                "T1: w(x,1) w(y,1) c; T2: w(x,2) w(z,2) c; T3: r(x,1) r(z,2) w(y,3) c; T4: r(y,3) r(x,2) c");
        Cycle cycle = (Cycle) why.argument();
        assertThat(cycle).hasToString("T1 -wr(x)-> T3, T3 -wr(y)-> T4, T4 -rw(x)-> T1");
        Step last = cycle.steps().get(2);
        assertThat(last.because())
                .isEqualTo("T4 read x = 2 from T2, but T1 overwrote it with x = 1, so T4 comes before T1; T1 wrote x"
                        + " after T2: otherwise T3, which read z = 2 from T2 and read x = 1 from T1, would have seen that"
                        + " T2 wrote x = 2");
        assertThat(last.otherwise().orElseThrow()).hasToString("T2 -wr(z)-> T3, T3 -rw(x)-> T2");
    }

    @Test
    void namesWhatIsTrueOfEveryCase() {
        // If T1 wrote first, T3 missed T2's; if T2 did, T1 wrote y on top of what it must precede.
        Explanation why = explain(
                "serializable",
                "T1: w(x,1) w(y,1) c; T2: w(x,2) r(y,1) c; T3: r(x,1) r(q,_) c; T4: r(x,2) w(q,1) w(z,1) c; T5: r(z,1) r(x,1) c");
        assertThat(why.name()).isEqualTo("G-single-item");
    }

    @Test
    void splitsNoFurtherThanItMust() {
        Explanation why = explain(
                "serializable",
                "initial x:0 y:0; T1: r(x,0) w(y,1) c; T2: r(y,0) w(x,1) c; T3: w(z,1) c; T4: w(z,2) c; T5: w(z,1) c; T6: r(z,1) c");
        assertThat(why.argument()).hasToString("T1 -rw(x)-> T2, T2 -rw(y)-> T1");
        assertThat(depth(explain(
                                "serializable",
                                "T1: w(x,1) w(y,1) c; T2: w(x,2) w(y,2) c; T3: r(x,1) r(y,2) c; T4: w(z,1) c; T5: w(z,2) c; T6: r(z,1) c; T7: r(z,2) c")
                        .argument()))
                .isEqualTo(1);
    }

    private static int depth(Argument argument) {
        return argument instanceof Cases cases
                ? 1
                        + cases.cases().stream()
                                .map(Case::refutation)
                                .mapToInt(CaseAnalysisTest::depth)
                                .max()
                                .orElse(0)
                : 0;
    }
}
