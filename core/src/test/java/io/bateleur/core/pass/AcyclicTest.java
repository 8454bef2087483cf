package io.bateleur.core.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AcyclicTest {

    private static Drawn acyclic(String level, String... lines) {
        return Drawn.by(List.of(new Visible(), new Acyclic()), level, lines);
    }

    /** T3 and T6 see the versions of x in opposite orders. */
    private static final String[] OPPOSITE = {
        "T1: w(x,1) w(p,1) c", "T2: w(x,2) w(q,1) c", "T3: r(q,1) r(x,1) c", "T6: r(p,1) r(x,2) c", "T9: w(z,1) c"
    };

    @Test
    void findsACycleOfWhatIsVisibleWithItsReaders() {
        assertThat(acyclic("read-atomic", OPPOSITE).contradiction()).containsExactly("T1", "T2", "T3", "T6");
        assertThat(acyclic("monotonic-atomic-view", OPPOSITE).contradiction()).containsExactly("T1", "T2", "T3", "T6");
    }

    @Test
    void findsNothingWhereThereIsNoCycle() {
        assertThat(acyclic("read-atomic", OPPOSITE[0], OPPOSITE[1], OPPOSITE[2], OPPOSITE[4])
                        .contradiction())
                .isEmpty();
    }

    @Test
    void findsACycleWithKnownEdges() {
        String[] lines = {"T1@s: w(x,1) c", "T2@s: w(x,2) w(y,2) c", "T3: r(y,2) r(x,1) c"};
        assertThat(acyclic("strong-session-read-atomic", lines).contradiction()).containsExactly("T1", "T2", "T3");
        assertThat(acyclic("read-atomic", lines).contradiction()).isEmpty();
    }

    @Test
    void findsACycleOfWhatCausesShowWithTheirPaths() {
        String[] lines = {
            "T1: w(x,1) w(p,1) c",
            "T2: w(x,2) w(q,1) c",
            "T3: r(q,1) w(r,1) c",
            "T4: r(r,1) r(x,1) c", // T2 is a cause of T4, through T3: T2's x is older than T1's
            "T5: r(p,1) r(x,2) c", // and the other way round
        };
        assertThat(Drawn.by(List.of(new Saturation()), "causal", lines).contradiction())
                .isEmpty();
        assertThat(Drawn.by(List.of(new Saturation(), new Acyclic()), "causal", lines)
                        .contradiction())
                .containsExactly("T1", "T2", "T3", "T4", "T5");
    }

    @Test
    void namesAllWhoReadAListWhoseOrderIsOnTheCycle() {
        String[] lines = {
            "T1: a(x,1) c", "T2: a(x,2) w(y,1) c", "T3: l(x,[1,2]) c", "T4: r(y,1) l(x,[1]) c", "T5: w(z,1) c"
        };
        assertThat(acyclic("read-atomic", lines).contradiction()).containsExactly("T1", "T2", "T3", "T4");
    }

    @Test
    void leavesLevelsToSaturationThatNeedNoVisibility() {
        String[] lines = {"T1: r(x,_) w(y,1) c", "T2: r(y,_) w(x,1) c"};
        assertThat(Drawn.by(new Acyclic(), "serializable", lines).contradiction())
                .isEmpty();
    }

    @Test
    void leavesWhatIsContradictoryAsItIs() {
        String[] lines = {"T1: w(x,1) r(y,1) c", "T2: w(y,1) r(x,1) c"};
        assertThat(acyclic("read-atomic", lines).contradiction()).containsExactly("T1", "T2");
    }
}
