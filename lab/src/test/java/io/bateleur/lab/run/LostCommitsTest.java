package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Value;
import io.bateleur.core.report.LostWrites;
import io.bateleur.core.trace.nativ.Mini;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostCommitsTest {
    private static final LostWrites.Write APPENDED =
            new LostWrites.Write(Value.of("T1"), Value.of(1), Value.of(10), true);
    private static final LostWrites.Write WRITTEN =
            new LostWrites.Write(Value.of("T2"), Value.of(1), Value.of(11), false);

    private static List<LostWrites.Write> lost(String... lines) {
        return LostCommits.of(Mini.parse(String.join("\n", lines) + "\n"));
    }

    @Test
    void anAppendedElementMustBeThere() {
        assertThat(lost("T1@a: a(1,10) c", "T2@a: a(1,11) c", "T3@look: l(1,[11]) c"))
                .containsExactly(APPENDED);
        assertThat(lost("T1@a: a(1,10) c", "T3@look: scan(*,*)=[] c")).containsExactly(APPENDED);
        assertThat(lost("T1@a: a(1,10) c", "T3@look: l(1,[10]) c")).isEmpty();
    }

    @Test
    void whatWasNotCommittedNeedNotBe() {
        assertThat(lost("T1@a: a(1,10) a", "T2@b: a(1,11) u", "T3@look: scan(*,*)=[] c"))
                .isEmpty();
    }

    @Test
    void aValueMayNotOutliveWhatReplacedIt() {
        String first = "T1@a: w(1,10)@[10,20] c@[21,30]";
        String later = "T2@b: w(1,11)@[40,50] c@[51,60]";
        assertThat(lost(first, later, "T3@look: scan(*,*)=[1:10]@[70,80] c@[81,90]"))
                .containsExactly(WRITTEN);
        assertThat(lost(first, later, "T3@look: scan(*,*)=[1:11]@[70,80] c@[81,90]"))
                .isEmpty();
    }

    @Test
    void ofWritesAtTheSameTimeEitherMayBeTheLast() {
        assertThat(lost(
                        "T1@a: w(1,10)@[10,20] c@[21,45]",
                        "T2@b: w(1,11)@[40,50] c@[51,60]",
                        "T3@look: scan(*,*)=[1:10]@[70,80] c@[81,90]"))
                .isEmpty();
        assertThat(lost(
                        "T1@a: w(1,10)@[10,20] u@[21,30]",
                        "T2@b: w(1,11)@[40,50] c@[51,60]",
                        "T3@look: scan(*,*)=[1:10]@[70,80] c@[81,90]"))
                .isEmpty();
    }

    @Test
    void withoutALookNothingIsKnown() {
        assertThat(lost("T1@a: a(1,10) c")).isEmpty();
    }
}
