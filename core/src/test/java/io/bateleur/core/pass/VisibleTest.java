package io.bateleur.core.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTest {
    private static final String VERSIONS = "T1: w(x,1) c";
    private static final String SEEN = "T2: w(x,2) w(y,2) c";

    private static Drawn visible(String level, String... lines) {
        return Drawn.by(new Visible(), level, lines);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"read-atomic", "monotonic-atomic-view", "axiomatic-read-atomic", "axiomatic-read-committed"})
    void whomOneReadFromOneDoesNotMissLater(String level) {
        assertThat(visible(level, VERSIONS, SEEN, "T3: r(y,2) r(x,1) c").edges())
                .containsExactly("T2 -> T1 visible");
    }

    @Test
    void whomOneReadFromOneMayHaveMissedEarlierOnlyWhereTheLevelSaysSo() {
        String reader = "T3: r(x,1) r(y,2) c";
        assertThat(visible("read-atomic", VERSIONS, SEEN, reader).edges()).containsExactly("T2 -> T1 visible");
        assertThat(visible("axiomatic-read-atomic", VERSIONS, SEEN, reader).edges())
                .containsExactly("T2 -> T1 visible");
        assertThat(visible("monotonic-atomic-view", VERSIONS, SEEN, reader).edges())
                .isEmpty();
        assertThat(visible("axiomatic-read-committed", VERSIONS, SEEN, reader).edges())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read-uncommitted",
                "read-committed",
                "cursor-stability",
                "repeatable-read",
                "serializable",
                "causal",
                "consistent-view",
                "snapshot-isolation",
                "prefix-consistency"
            })
    void otherLevelsAreLeftAsTheyAre(String level) {
        Drawn drawn = visible(level, VERSIONS, SEEN, "T3: r(y,2) r(x,1) c", "T4: r(y,2) r(x,_) c");
        assertThat(drawn.edges()).isEmpty();
        assertThat(drawn.contradiction()).isEmpty();
    }

    @Test
    void nothingIsMissedThatTheOtherDidNotWrite() {
        assertThat(visible("read-atomic", VERSIONS, "T2: w(y,2) c", "T3: r(y,2) r(x,1) c")
                        .edges())
                .isEmpty();
    }

    @Test
    void readingTheSameVersionTwiceIsFine() {
        assertThat(visible("read-atomic", SEEN, "T3: r(y,2) r(x,2) r(y,2) c").edges())
                .isEmpty();
    }

    @Test
    void theReadersOwnVersionIsNotMissed() {
        assertThat(visible("read-atomic", VERSIONS, "T2@s: r(x,1) w(x,2) w(y,1) c")
                        .edges())
                .isEmpty();
        assertThat(visible("axiomatic-read-atomic", VERSIONS, "T2@s: r(x,1) w(x,2) c", "T3@s: r(x,2) c")
                        .edges())
                .isEmpty();
    }

    @Test
    void whatWasThereAtFirstIsNoneToReadAfterwards() {
        Drawn drawn = visible("read-atomic", SEEN, "T3: r(y,2) r(x,_) c", "T4: r(x,2) c");
        assertThat(drawn.contradiction()).containsExactly("T2", "T3");
        assertThat(visible("monotonic-atomic-view", SEEN, "T3: r(x,_) r(y,2) c").contradiction())
                .isEmpty();
        assertThat(visible("monotonic-atomic-view", SEEN, "T3: r(y,2) r(x,_) c").contradiction())
                .containsExactly("T2", "T3");
    }

    @Test
    void earlierTransactionsOfTheSessionAreVisibleWhereTheLevelSaysSo() {
        String[] lines = {VERSIONS, "T2@s: w(x,2) c", "T3@s: w(y,1) c", "T4@s: r(x,1) c"};
        assertThat(visible("axiomatic-read-atomic", lines).edges()).containsExactly("T2 -> T1 visible");
        assertThat(visible("strong-session-read-atomic", lines).edges()).isEmpty();
        assertThat(visible("strong-session-monotonic-atomic-view", lines).edges())
                .isEmpty();
    }

    @Test
    void theLastOfASessionStandsForThoseBeforeIt() {
        String[] lines = {VERSIONS, "T2@s: w(x,2) c", "T3@s: w(x,3) c", "T4@s: r(x,1) c"};
        assertThat(visible("axiomatic-read-atomic", lines).edges()).containsExactly("T3 -> T1 visible");
        assertThat(visible("axiomatic-read-atomic", "T2@s: w(x,2) c", "T4@s: r(x,_) c")
                        .contradiction())
                .containsExactly("T2", "T4");
    }

    @Test
    void rangesReadTheKeysThatTheyDoNotReturn() {
        String[] lines = {"T1: w(a,1) c", "T2: d(a) w(y,2) c", "T3: d(a) c", "T4: r(y,2) scan(a,b)=[]{a@T3} c"};
        assertThat(visible("read-atomic", lines).edges()).containsExactly("T2 -> T3 visible");
    }

    @Test
    void openReadsWait() {
        assertThat(visible("read-atomic", VERSIONS, "T5: w(x,1) c", SEEN, "T3: r(y,2) r(x,1) c")
                        .edges())
                .isEmpty();
    }

    @Test
    void transactionsThatMayNotHaveHappenedWait() {
        String[] lines = {VERSIONS, SEEN, "T3: r(y,2) r(x,1) w(z,1) u", "T4: w(z,1) c", "T5: r(z,1) c"};
        assertThat(visible("read-atomic", lines).edges()).isEmpty();
    }

    @Test
    void inAMixOnlyThoseWhoAskForItSee() {
        String[] lines = {
            VERSIONS,
            SEEN,
            "T3 level=read-committed: r(y,2) r(x,1) c",
            "T4 level=read-atomic: r(y,2) r(x,1) c",
            "T5 level=monotonic-atomic-view: r(x,1) r(y,2) c"
        };
        assertThat(visible("recorded", lines).edges()).containsExactly("T2 -> T1 visible");
    }

    @Test
    void whatIsContradictoryStaysAsItIs() {
        Drawn drawn = Drawn.by(
                List.of(new Visible(), new Visible()),
                "read-atomic",
                SEEN,
                "T3: r(y,2) r(x,_) c",
                "T4: r(y,2) r(x,_) c");
        assertThat(drawn.contradiction()).hasSize(2).contains("T2");
    }
}
