package io.bateleur.core.replay;

import static io.bateleur.core.replay.Told.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
    private static final String[] SERIAL = {
        "T1@s1: w(x,1) w(y,1) c",
        "T2@s2: r(x,1) w(x,2) d(y) c",
        "T3@s1: r(x,2) r(y,_) scan(a,z)=[x:2] w(y,3) c",
        "T4@s2: scan(a,z)=[x:2,y:3] c"
    };

    @Test
    void aSerialOrderIsAWitnessOfEveryLevel() {
        for (Level level : Level.all()) {
            assertThat(told(SERIAL).order("T1 T2 T3 T4").at(level.name()))
                    .as(level.name())
                    .isEmpty();
        }
    }

    // ---- the shape of a witness

    @Test
    void everyTransactionThatHappenedStartsAndCommitsOnce() {
        Told told = told("T1: w(x,1) c", "T2: w(y,1) c", "T3: w(x,5) a");
        assertThat(told.order("T1 T2").at("ru")).isEmpty();
        assertThat(told.order("T1").at("ru")).isEqualTo("T2 happened, and the witness leaves it out");
        assertThat(told.order("T1 T2 T1").at("ru")).isEqualTo("T1 starts twice in the witness");
        assertThat(told.order("T1 T2 )T2").at("ru")).isEqualTo("T2 commits twice in the witness");
        assertThat(told.order("T1 )T2 T2(").at("ru")).isEqualTo("T2 commits in the witness before it has started");
        assertThat(told.order("T1 T2(").at("ru")).isEqualTo("T2 starts in the witness and does not commit");
        assertThat(told.order("T1 T2 T3").at("ru")).isEqualTo("T3 did not happen, and the witness has it");
        assertThat(told.events(0, 1, 2, 3, 99).at("ru"))
                .isEqualTo("the witness names event 99, and there is no such transaction");
        assertThat(told.events(0, 1, 2, 3, -1).at("ru"))
                .isEqualTo("the witness names event -1, and there is no such transaction");
    }

    @Test
    void aTransactionOfUnknownEndingMayHaveHappened() {
        Told told = told("T1: w(x,1) u", "T2: w(x,1) c", "T3: r(x,1) c");
        assertThat(told.order("T1 T2 T3").at("ser")).isEmpty();
        assertThat(told.order("T2 T3").at("ser")).isEmpty();
        assertThat(told.order("T2 T3").reads("T3", "x", "T1").at("rc"))
                .isEqualTo("in the witness T3 read x from T1, which did not happen");
    }

    @Test
    void whoeverAppendedToAListHappenedIfItsReaderDid() {
        String[] lines = {"T1: a(x,1) u", "T2: a(x,2) c", "T3: l(x,[1,2]) w(y,5) u", "T4: w(y,5) c", "T5: r(y,5) c"};
        assertThat(told(lines).order("T2 T4 T5").at("rc")).isEmpty();
        assertThat(told(lines).order("T1 T2 T3 T4 T5").at("rc")).isEmpty();
        assertThat(told(lines).order("T2 T3 T4 T5").at("rc"))
                .isEqualTo("T3 read a list with an element of T1, which did not happen in the witness");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc", "si", "ser", "causal"})
    void readsSeeOneOfTheirCandidates(String level) {
        Told told = told("T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,2) c");
        assertThat(told.order("T1 T2 T3").at(level)).isEmpty();
        assertThat(told.order("T1 T2 T3").reads("T3", "x", "T1").at(level))
                .isEqualTo("in the witness T3 read x from T1, whose version cannot have been the one that it read");
        assertThat(told.order("T1 T2 T3").reads("T3", "x", "_").at(level))
                .isEqualTo(
                        "in the witness T3 read x from the initial state, whose version cannot have been the one that"
                                + " it read");
        assertThat(Replay.flaw(
                        told.asg(),
                        Level.SERIALIZABLE,
                        new Resolution(told.witness().events(), new int[0], new int[0])))
                .contains("the witness tells of 0 reads, and there are 1");
    }

    @Test
    void whatTheTraceTellsOfVersionOrderHolds() {
        Told told = told("order x: T1 T2", "T1: w(x,1) c", "T2: w(x,2) c");
        assertThat(told.order("T1 T2").at("ru")).isEmpty();
        assertThat(told.order("T2 T1").at("ru"))
                .isEqualTo("in the witness T2 wrote x before T1, and the trace tells that it was after it");
        assertThat(told.order("T2 T1").versions("x", "T1", "T2").at("ryw")).isEmpty();
        assertThat(told.order("T1 T2").versions("x", "T2", "T1").at("ryw")).isNotEmpty();
    }

    @Test
    void aReadThatNothingExplainsIsAFlawWhereReadsCount() {
        Told told = told("T1: w(x,1) a", "T2: r(x,1) c");
        assertThat(told.order("T2").at("ru")).isEmpty();
        assertThat(told.order("T2").at("rc"))
                .isEqualTo("T2 read x = 1, which T1 wrote; but T1 aborted, so that value never came to be");
        Told unknown = told("T1: w(y,1) r(x,7) u", "T2: w(y,1) c", "T3: r(y,1) c");
        assertThat(unknown.order("T2 T3").at("rc")).isEmpty();
        assertThat(unknown.order("T1 T2 T3").at("rc"))
                .isEqualTo("T1 made a read that nothing explains, and the witness has it");
    }

    @Test
    void readersOfAnUnknownContentAgree() {
        Told told = told("initial unknown", "T1: r(x,1) c", "T2: r(x,1) c", "T3: w(x,2) c", "T4: r(x,2) c");
        assertThat(told.order("T1 T2 T3 T4").at("rc")).isEmpty();
        assertThat(told.order("T1 T2 T3 T4").reads("T4", "x", "_").at("rc"))
                .isEqualTo(
                        "T4 read x from the initial state, and saw something else there than another reader of the same"
                                + " version");
        Told put = told("T1: w(x,?) c", "T2: r(x,1) c", "T3: r(x,2) c", "T4: w(x,2) c");
        assertThat(put.order("T1 T2 T4 T3").at("rc")).isEmpty();
        assertThat(put.order("T1 T2 T3 T4").at("rc"))
                .isEqualTo("T3 read x from T1, and saw something else there than another reader of the same version");
    }

    // ---- edges from a commit to a start

    @Test
    void aTransactionIsOnePointUnlessTheLevelHasSnapshots() {
        Told told = told("T1: w(x,1) c", "T2: w(y,1) c").order("T1( T2 )T1");
        assertThat(told.at("si")).isEmpty();
        assertThat(told.at("pc")).isEmpty();
        assertThat(told.at("ryw")).isEmpty();
        assertThat(told.at("ser"))
                .isEqualTo("T1 is one point at serializable, and something stands between its start and its commit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc", "cs", "mav", "ra", "causal", "cv", "psi", "pc", "si", "rr", "ser"})
    void readsComeAfterWhatTheyRead(String level) {
        Told told = told("T1: w(x,1) c", "T2: r(x,1) c");
        assertThat(told.order("T1 T2").at(level)).isEmpty();
        assertThat(told.order("T2 T1").at(level)).isEqualTo("T2 read x from T1, which commits only after T2 starts");
        Told range = told("T1: w(x,1) c", "T2: d(x) c", "T3: scan(a,z)=[] c").order("T1 T3 T2");
        assertThat(range.reads("T3", "x", "T2").at(level))
                .isEqualTo("T3 read x from T2, which commits only after T3 starts");
    }

    @Test
    void readUncommittedDoesNotCountReads() {
        Told told = told("T1: w(x,1) r(y,2) c", "T2: w(y,2) r(x,1) c");
        assertThat(told.order("T1 T2").at("ru")).isEmpty();
        assertThat(told.order("T1 T2").at("rc")).isNotEmpty();
    }

    @Test
    void sessionOrderCountsWhereTheLevelSaysSo() {
        Told told = told("T1@s: w(x,1) c", "T2@s: r(x,_) c").order("T2 T1");
        assertThat(told.at("ser")).isEmpty();
        String flaw = "T2 comes after T1 in session s, and starts before its commit";
        for (String level : new String[] {"strong-session-serializable", "causal", "psi", "pc"}) {
            assertThat(told.at(level)).as(level).isEqualTo(flaw);
        }
        assertThat(told.at("axiomatic-read-atomic")).isEqualTo(flaw);
        assertThat(told.at("strong-session-read-uncommitted")).isEqualTo(flaw);
        // With T2 in between left out, T3 still comes after T1.
        Told gap = told("T1@s: w(x,1) c", "T2@s: w(y,5) a", "T3@s: r(x,_) c").order("T3 T1");
        assertThat(gap.at("strong-session-serializable"))
                .isEqualTo("T3 comes after T1 in session s, and starts before its commit");
    }

    @Test
    void realTimeCountsWhereTheLevelSaysSo() {
        Told told = told("T1: w(x,1)@[1,2] c", "T2: r(x,_)@[3,4] c").order("T2 T1");
        assertThat(told.at("ser")).isEmpty();
        assertThat(told.at("strict")).isEqualTo("T2 began after T1 had ended, and starts before its commit");
        assertThat(told.at("strong-snapshot-isolation")).isNotEmpty();
        assertThat(told.at("fcv")).isNotEmpty();
        assertThat(told("T1: w(x,1)@[1,3] c", "T2: r(x,_)@[3,4] c")
                        .order("T2 T1")
                        .at("strict"))
                .isEmpty();
        assertThat(told("T1: w(x,1)@[1,2] c@[3,4]", "T2: r(x,_)@[3,4] c")
                        .order("T2 T1")
                        .at("strict"))
                .isEmpty();
        assertThat(told("T1: w(x,1)@[1,2] c", "T2: b@[2,2] r(x,_)@[3,4] c")
                        .order("T2 T1")
                        .at("strict"))
                .isEmpty();
        assertThat(told("T1: w(x,1) c", "T2: r(x,_)@[3,4] c").order("T2 T1").at("strict"))
                .isEmpty();
    }

    @Test
    void anUnknownEndingPrecedesNothingInRealTime() {
        Told told = told("T1: w(x,1)@[1,2] u", "T2: r(x,_)@[3,4] c", "T3: r(x,1)@[5,6] c");
        assertThat(told.order("T2 T1 T3").at("strict")).isEmpty();
    }

    // ---- anti-dependencies

    @Test
    void serializableReadersSeeTheNewestVersion() {
        Told told = told("T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,1) c");
        assertThat(told.order("T1 T3 T2").at("ser")).isEmpty();
        for (String level : new String[] {"ser", "rr", "si", "pc"}) {
            assertThat(told.order("T1 T2 T3").at(level))
                    .as(level)
                    .isEqualTo("T3 read x from T1, and T2 commits a later version before T3 starts");
        }
        assertThat(told.order("T1 T2 T3").at("rc")).isEmpty();
        assertThat(told.order("T1 T2 T3").at("cs")).isEmpty();
    }

    @Test
    void aSnapshotIsTakenAtTheStart() {
        Told told = told("T1: w(x,1) c", "T2: w(x,2) w(y,2) c", "T3: r(x,1) r(y,_) w(z,3) c");
        assertThat(told.order("T1 T3( T2 )T3").at("si")).isEmpty();
        assertThat(told.order("T1 T2 T3").at("si")).isNotEmpty();
    }

    @Test
    void writersOfAKeyDoNotOverlapAtSnapshotIsolation() {
        Told told = told("T1: r(x,_) w(x,1) c", "T2: r(x,_) w(x,2) c").order("T1( T2( )T1 )T2");
        assertThat(told.at("pc")).isEmpty();
        assertThat(told.at("si")).isEqualTo("T2 and T1 both write x, and T2 starts before T1 commits");
    }

    @Test
    void cursorStabilityForbidsLostUpdatesOnly() {
        assertThat(told("T1: r(x,_) w(x,1) c", "T2: r(x,_) w(x,2) c")
                        .order("T1 T2")
                        .at("cs"))
                .isEqualTo("T2 read x from the initial state, and T1 commits a later version before T2 starts");
        assertThat(told("T1: r(x,_) w(x,1) c", "T2: r(x,_) w(y,2) c")
                        .order("T1 T2")
                        .at("cs"))
                .isEmpty();
    }

    @Test
    void rangesThatMissAKeyCountForLiveVersionsOnly() {
        Told phantom = told("T1: w(x,1) c", "T2: scan(a,z)=[] c").order("T1 T2");
        String flaw = "T2 read x from the initial state, and T1 commits a later version before T2 starts";
        assertThat(phantom.at("ser")).isEqualTo(flaw);
        assertThat(phantom.at("si")).isEqualTo(flaw);
        assertThat(phantom.at("rr")).isEmpty();
        assertThat(phantom.at("cs")).isEmpty();
        Told deleted =
                told("T1: w(x,1) d(x) c", "T2: scan(a,z)=[] c", "T3: w(x,1) c").order("T1 T2 T3");
        assertThat(deleted.reads("T2", "x", "_").at("ser")).isEmpty();
        assertThat(told("T1: d(x) c", "T2: r(x,_) c")
                        .order("T1 T2")
                        .reads("T2", "x", "_")
                        .at("ser"))
                .isEqualTo("T2 read x from the initial state, and T1 commits a later version before T2 starts");
    }

    // ---- visibility

    @Test
    void monotonicAtomicViewBindsLaterOperationsOnly() {
        Told after = told("T1: w(x,1) w(y,1) c", "T2: r(x,1) r(y,_) c").order("T1 T2");
        assertThat(after.at("mav"))
                .isEqualTo("T2 read y from the initial state and misses the later version of T1, from which it had read"
                        + " before");
        Told before = told("T1: w(x,1) w(y,1) c", "T2: r(y,_) r(x,1) c").order("T1 T2");
        assertThat(before.at("mav")).isEmpty();
        assertThat(before.at("ra"))
                .isEqualTo(
                        "T2 read y from the initial state and misses the later version of T1, from which it read too");
        Told together = told("initial y:0", "T1: w(x,1) w(y,1) c", "T2: scan(a,z)=[x:1,y:0] c")
                .order("T1 T2");
        assertThat(together.at("mav")).isEmpty();
        assertThat(together.at("ra")).isNotEmpty();
        assertThat(together.at("rc")).isEmpty();
    }

    @Test
    void sourcesOfManyKeysAreLookedUp() {
        StringBuilder load = new StringBuilder("T1: ");
        for (int i = 0; i < 100; i++) {
            load.append("w(").append(i).append(",1) ");
        }
        Told told = told(load + "c", "T2: r(7,1) r(50,_) c", "T3: r(7,1) r(50,1) r(200,_) c")
                .order("T1 T2 T3");
        assertThat(told.at("ra")).startsWith("T2 read k50 from the initial state and misses the later version of T1");
    }

    @Test
    void axiomaticReadAtomicCountsTheSession() {
        Told told = told("T1@s: w(x,1) c", "T2@s: r(x,_) c").order("T1 T2");
        assertThat(told.at("ra")).isEmpty();
        assertThat(told.at("axiomatic-read-atomic"))
                .isEqualTo(
                        "T2 read x from the initial state and misses the later version of T1, which is earlier in its"
                                + " session");
    }

    @Test
    void causalReadersMissNothingThatIsBehindWhatTheySaw() {
        Told told = told("T1@s1: w(x,1) c", "T2@s2: r(x,1) w(y,2) c", "T3@s3: r(y,2) r(x,_) c")
                .order("T1 T2 T3");
        assertThat(told.at("ra")).isEmpty();
        assertThat(told.at("causal"))
                .isEqualTo("T3 read x from the initial state and misses the later version of T1, on which it depends");
        assertThat(told.at("cv")).isNotEmpty();
        assertThat(told.at("psi")).isNotEmpty();
        assertThat(told("T1@s1: w(x,1) c", "T2@s2: w(y,2) c", "T3@s3: r(y,2) r(x,_) c")
                        .order("T1 T2 T3")
                        .at("causal"))
                .isEmpty();
    }

    @Test
    void onlyConsistentViewFollowsVersionOrder() {
        String[] lines = {"T1@s1: w(x,1) w(y,1) c", "T2@s2: w(y,2) w(z,2) c", "T3@s3: r(z,2) r(x,_) c"};
        assertThat(told(lines).order("T1 T2 T3").at("causal")).isEmpty();
        assertThat(told(lines).order("T2 T1 T3").at("cv")).isEmpty();
        assertThat(told(lines).order("T1 T2 T3").at("cv"))
                .isEqualTo("T3 read x from the initial state and misses the later version of T1, on which it depends");
    }

    @Test
    void longForksAreParallelSnapshotIsolation() {
        String[] lines = {"T1@s1: w(x,1) c", "T2@s2: w(y,1) c", "T3@s3: r(x,1) r(y,_) c", "T4@s4: r(x,_) r(y,1) c"};
        assertThat(told(lines).order("T1 T2 T3 T4").at("psi")).isEmpty();
        assertThat(told(lines).order("T1 T3 T2 T4").at("si")).isNotEmpty();
    }

    @Test
    void realTimeIsADependencyInForwardConsistentView() {
        String[] lines = {"T1: w(x,1)@[1,2] c", "T2: w(y,2)@[3,4] c", "T3: r(y,2)@[1,9] r(x,_)@[1,9] c"};
        assertThat(told(lines).order("T1 T2 T3").at("cv")).isEmpty();
        assertThat(told(lines).order("T1 T2 T3").at("fcv"))
                .isEqualTo("T3 read x from the initial state and misses the later version of T1, on which it depends");
    }

    @Test
    void rangesMissDeletesInConsistentViewAndNotInCausal() {
        String[] lines = {"T1: w(x,1) c", "T2@s: d(x) w(y,2) c", "T3@t: r(y,2) scan(a,y)=[] c"};
        Told told = told(lines).order("T2 T1 T3").reads("T3", "x", "_");
        assertThat(told.at("cv")).isEmpty();
        assertThat(told.at("causal"))
                .isEqualTo("T3 read x from the initial state and misses the later version of T2, on which it depends");
    }

    @Test
    void manyVersionsAreLookedAtChainByChain() {
        StringBuilder text = new StringBuilder("T0@r: w(z,1) c\nT1@r: r(z,1) w(x,0) w(y,9) c\n");
        StringBuilder order = new StringBuilder("T0 T1");
        for (int i = 0; i < 200; i++) {
            text.append("W")
                    .append(i)
                    .append("@s")
                    .append(i % 3)
                    .append(": w(x,")
                    .append(i + 1)
                    .append(") c\n");
            order.append(" W").append(i);
        }
        String good = text + "R@q: r(y,9) r(x,0) c";
        assertThat(told(good).order(order + " R").at("causal")).isEmpty();
        String bad = text + "P@s1: w(p,1) c\nR@q: r(p,1) r(x,0) c";
        assertThat(told(bad).order(order + " P R").at("causal"))
                .isEqualTo("R read x from T1 and misses the later version of W199, on which it depends");
    }
}
