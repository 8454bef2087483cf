package io.bateleur.core.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which versions reads may have seen, where several explain them. */
class CandidatesTest {

    private static Drawn saturate(String level, String... lines) {
        return Drawn.by(new Saturation(), level, lines);
    }

    @Test
    void areSettledWhereOthersCameTooLate() {
        // T4 read from T2, which read from T3: the 1 that T3 read was T1's.
        String[] lines = {"T1: w(x,1) c", "T2: r(y,1) w(x,1) c", "T3: r(x,1) w(y,1) c"};
        assertThat(saturate("read-committed", lines).choices()).containsExactly("T3 x <- T1");
        assertThat(saturate("read-committed", lines).edges()).containsExactly("T1 -> T3 reads-from");
    }

    @Test
    void areSettledWhereOthersWereOverwrittenTooEarly() {
        String[] lines = {"T1@s: w(x,1) c", "T2@s: w(x,2) c", "T3@s: r(x,1) c", "T4: w(x,1) c"};
        assertThat(saturate("strong-session-serializable", lines).choices()).containsExactly("T3 x <- T4");
        assertThat(saturate("causal", lines).choices()).containsExactly("T3 x <- T4");
        assertThat(saturate("serializable", lines).choices()).containsExactly("T3 x <- one of T1 T4");
        assertThat(saturate("strong-session-read-committed", lines).choices()).containsExactly("T3 x <- one of T1 T4");
    }

    @Test
    void ofTheFirstVersionAreRuledOutByWhatWasSeen() {
        String[] lines = {"T1@s: w(x,1) c", "T2: d(x) c", "T3@s: r(x,_) c"};
        assertThat(saturate("strong-session-serializable", lines).choices()).containsExactly("T3 x <- T2");
        assertThat(saturate("serializable", lines).choices()).containsExactly("T3 x <- one of initial T2");
    }

    @Test
    void areLeftWhereTheWriterMayNotHaveHappened() {
        String[] lines = {"T1@s: w(x,1) c", "T2@s: w(x,2) c", "T3@s: r(x,1) c", "T4: w(x,1) u"};
        assertThat(saturate("strong-session-serializable", lines).choices()).containsExactly("T3 x <- one of T4");
    }

    @Test
    void ofOneThatMayNotHaveHappenedAreLeft() {
        String[] lines = {
            "T1@s: w(x,1) c", "T2@s: w(x,2) c", "T3@s: r(x,1) w(y,1) u", "T4: w(x,1) c", "T5: w(y,1) c", "T6: r(y,1) c"
        };
        assertThat(saturate("strong-session-serializable", lines).choices())
                .containsExactly("T3 x <- one of T1 T4", "T6 y <- one of T3 T5");
    }

    /** What is settled in one round settles others in the next. */
    @Test
    void followFromEachOther() {
        String[] lines = chain(4);
        assertThat(saturate("causal", lines).choices())
                .containsExactlyInAnyOrder("U2 x2 <- A2", "U3 x3 <- A3", "U4 x4 <- A4");
    }

    /** After the last round everything that is settled has been drawn from, also what that round would settle. */
    @Test
    void areLeftToTheSolverAfterSomeRounds() {
        assertThat(saturate("causal", chain(12)).choices().stream().filter(each -> each.contains("one of")))
                .isNotEmpty();
    }

    /** U(k) read x(k) from A(k), because B(k) comes after it once U(k-1) is known to have read from A(k-1). */
    static String[] chain(int length) {
        List<String> lines = new ArrayList<>();
        for (int k = 1; k <= length + 1; k++) {
            if (k <= length) {
                lines.add("U%d@s%d: r(x%d,1) c".formatted(k, k, k));
            }
            if (k > 1) {
                lines.add("A%d@s%d: w(x%d,1) c".formatted(k - 1, k, k - 1));
            }
            if (k < length) {
                lines.add("B%d@s%d: w(x%d,1) c".formatted(k + 1, k, k + 1));
            }
        }
        return lines.toArray(String[]::new);
    }
}
