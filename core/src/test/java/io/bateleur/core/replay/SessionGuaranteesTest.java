package io.bateleur.core.replay;

import static io.bateleur.core.replay.Told.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Level;
import org.junit.jupiter.api.Test;

/** Replays of levels that judge each key apart. */
class SessionGuaranteesTest {

    @Test
    void versionsAreAnOrderOfEachKey() {
        Told told = told("T1: w(x,1) c", "T2: w(x,2) w(y,2) c", "T3: w(x,2) u", "T4: r(x,2) c")
                .order("T1 T2 T4");
        assertThat(told.at("mw")).isEmpty();
        assertThat(told.versions("x", "T2", "T1", "T3").at("mw")).isEmpty();
        assertThat(told.versions("x", "T2", "T3", "T1").at("mw"))
                .isEqualTo("among the versions of x the witness has one that never was before one that was");
        assertThat(told.versions("x", "T1", "T1", "T3").at("mw")).isEqualTo("the witness has a version of x twice");
        Resolution witness = told.witness();
        assertThat(Replay.flaw(
                        told.asg(),
                        Level.of("mw").orElseThrow(),
                        new Resolution(witness.events(), witness.sources(), new int[1])))
                .contains("the witness orders 1 versions, and there are 4");
        int[] mixedUp = {0, 1, 2, 0};
        assertThat(Replay.flaw(
                        told.asg(),
                        Level.of("mw").orElseThrow(),
                        new Resolution(witness.events(), witness.sources(), mixedUp)))
                .isPresent();
    }

    @Test
    void orderOfTransactionsDoesNotMatter() {
        Told told = told("T1@s: w(x,1) w(y,1) c", "T2@s: w(x,2) w(y,2) c").order("T2 T1");
        assertThat(told.versions("x", "T1", "T2").versions("y", "T1", "T2").at("mw"))
                .isEmpty();
    }

    @Test
    void readYourWrites() {
        Told told = told("T1@s: w(x,1) c", "T2@s: r(x,2) c", "T3: w(x,2) c").order("T1 T2 T3");
        assertThat(told.versions("x", "T1", "T3").at("ryw")).isEmpty();
        assertThat(told.versions("x", "T3", "T1").at("ryw"))
                .isEqualTo("T2 read x from T3 and misses the later version of T1, which session s had written");
        // A range that does not return a key misses no delete of it.
        Told range =
                told("T1@s: d(x) c", "T2@s: scan(a,z)=[] c", "T3: w(x,2) c").order("T1 T2 T3");
        assertThat(range.reads("T2", "x", "_").at("ryw")).isEmpty();
        Told get = told("T1@s: d(x) c", "T2@s: r(x,_) c", "T3: w(x,2) c").order("T1 T2 T3");
        assertThat(get.reads("T2", "x", "_").at("ryw")).isNotEmpty();
    }

    @Test
    void monotonicReads() {
        Told told = told("T1: w(x,1) c", "T2: w(x,2) c", "T3@s: r(x,2) c", "T4@s: r(x,1) c")
                .order("T1 T2 T3 T4");
        assertThat(told.versions("x", "T2", "T1").at("mr")).isEmpty();
        assertThat(told.versions("x", "T1", "T2").at("mr"))
                .isEqualTo("T4 read x from T1 and misses the later version of T2, which session s had read");
        Told inside =
                told("T1: w(x,1) c", "T2: w(x,2) c", "T3@s: r(x,2) r(x,1) c").order("T1 T2 T3");
        assertThat(inside.versions("x", "T1", "T2").at("mr")).isNotEmpty();
        Told apart = told("T1: w(x,1) c", "T2: w(x,2) c", "T3@s: r(x,2) c", "T4@q: r(x,1) c")
                .order("T1 T2 T3 T4");
        assertThat(apart.versions("x", "T1", "T2").at("mr")).isEmpty();
    }

    @Test
    void monotonicWrites() {
        Told told = told("T1@s: w(x,1) c", "T2@s: w(x,2) c").order("T1 T2");
        assertThat(told.versions("x", "T1", "T2").at("mw")).isEmpty();
        assertThat(told.versions("x", "T2", "T1").at("mw"))
                .isEqualTo("T2 comes after T1 in its session, and its version of x is older");
    }

    @Test
    void writesFollowReads() {
        Told told = told("T1: w(x,1) c", "T2@s: r(x,1) c", "T3@s: w(x,3) c").order("T1 T2 T3");
        assertThat(told.versions("x", "T1", "T3").at("wfr")).isEmpty();
        assertThat(told.versions("x", "T3", "T1").at("wfr"))
                .isEqualTo(
                        "the session of T3 had read from T1, and the version of x that T3 wrote is older than that of T1");
    }

    @Test
    void nobodySeesAWriteWithoutWhatItsSessionHadRead() {
        String[] lines = {"T1: w(x,1) c", "T2@s: r(x,1) c", "T3@s: w(y,3) c", "T4: r(y,3) r(x,_) c"};
        assertThat(told(lines).order("T1 T2 T3 T4").at("wfr"))
                .isEqualTo(
                        "T4 read x from the initial state and misses the later version of T1, from which the session of"
                                + " T3 had read, and it read from T3");
        lines[2] = "T3@q: w(y,3) c";
        assertThat(told(lines).order("T1 T2 T3 T4").at("wfr")).isEmpty();
    }

    @Test
    void aTransactionIsNotHeldToItsOwnVersion() {
        // T3 reads from T2, whose session had read from T3 itself.
        Told told = told("T1@s: r(x,3) c", "T2@s: w(y,2) c", "T3: r(y,2) r(x,_) w(x,3) c")
                .order("T1 T2 T3");
        assertThat(told.at("wfr")).isEmpty();
    }
}
