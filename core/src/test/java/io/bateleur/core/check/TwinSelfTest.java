package io.bateleur.core.check;

import static io.bateleur.core.check.TwinCase.READS;
import static io.bateleur.core.check.TwinCase.assertViolated;
import static io.bateleur.core.check.TwinCase.violated;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import org.junit.jupiter.api.Test;

/** Histories whose verdicts the literature tells. */
class TwinSelfTest {

    // ---- single reads

    @Test
    void nothingIsWrong() {
        assertViolated("", """
                initial x:0
                T1: r(x,0) w(x,1) c
                T2: r(x,1) w(x,2) c
                T3: r(x,2) c
                """);
    }

    @Test
    void g1aAbortedRead() {
        assertViolated(READS, """
                T1: w(x,1) a
                T2: r(x,1) c
                """);
    }

    @Test
    void g1bIntermediateRead() {
        assertViolated(READS, """
                T1: w(x,1) w(x,2) c
                T2: r(x,1) c
                """);
    }

    @Test
    void g1bOfLists() {
        assertViolated(READS, """
                T1: a(x,1) a(x,2) c
                T2: l(x,[1]) c
                """);
    }

    @Test
    void thinAir() {
        assertViolated(READS, "T1: r(x,1) c\n");
        assertViolated(READS, "T1: r(x,1) w(x,1) c\n");
    }

    // ---- cycles

    @Test
    void g0DirtyWrite() {
        assertViolated("ru " + READS, """
                T1: a(x,1) a(y,1) c
                T2: a(x,2) a(y,2) c
                T3: l(x,[1,2]) l(y,[2,1]) c
                """);
        assertViolated("ru " + READS, """
                T1: w(x,1) w(y,1) c
                T2: w(x,2) w(y,2) c
                order x: T1 T2
                order y: T2 T1
                """);
    }

    @Test
    void g1cCircularInformationFlow() {
        assertViolated(READS, """
                T1: w(x,1) r(y,1) c
                T2: w(y,1) r(x,1) c
                """);
    }

    @Test
    void lostUpdate() {
        assertViolated("cs cv psi si rr ser", """
                initial x:0
                T1: r(x,0) w(x,1) c
                T2: r(x,0) w(x,2) c
                """);
    }

    @Test
    void writeSkew() {
        assertViolated("rr ser", """
                initial x:0 y:0
                T1: r(x,0) r(y,0) w(x,1) c
                T2: r(x,0) r(y,0) w(y,1) c
                """);
    }

    @Test
    void longForkIsGNonadjacent() {
        assertViolated("pc si rr ser", """
                initial x:0 y:0
                T1: w(x,1) c
                T2: w(y,1) c
                T3: r(x,1) r(y,0) c
                T4: r(x,0) r(y,1) c
                """);
    }

    @Test
    void readSkewIsGSingle() {
        assertViolated("cv psi pc si rr ser", """
                initial x:0 y:0
                T1: r(x,0) r(y,2) c
                T2: w(x,1) w(y,1) c
                T3: w(y,2) c
                order y: T2 T3
                """);
    }

    @Test
    void fracturedRead() {
        assertViolated("ra cc cv psi pc si rr ser", """
                initial x:0 y:0
                T1: r(x,0) r(y,1) c
                T2: w(x,1) w(y,1) c
                """);
    }

    @Test
    void anObservedTransactionVanishes() {
        assertViolated("mav ra cc cv psi pc si rr ser", """
                initial x:0 y:0
                T1: r(y,1) r(x,0) c
                T2: w(x,1) w(y,1) c
                """);
    }

    @Test
    void aReadThatDoesNotRepeat() {
        assertViolated("ra cc cv psi pc si rr ser", """
                initial x:0
                T1: r(x,0) r(x,1) c
                T2: w(x,1) c
                """);
        assertViolated("mr mav ra cc cv psi pc si rr ser", """
                initial x:0
                T1: r(x,1) r(x,0) c
                T2: w(x,1) c
                """);
    }

    @Test
    void causalityViolation() {
        assertViolated("wfr cc cv psi pc si rr ser", """
                initial x:0 y:0
                T1: w(x,1) c
                T2: r(x,1) w(y,1) c
                T3: r(y,1) r(x,0) c
                """);
    }

    // ---- ranges

    @Test
    void phantomIsNoItem() {
        assertViolated("ser", """
                T1: scan(a,m)=[] w(b,1) c
                T2: scan(a,m)=[] w(c,1) c
                """);
    }

    @Test
    void readSkewThroughARange() {
        assertViolated("ra cc cv psi pc si ser", """
                T1: scan(a,m)=[] r(y,1) c
                T2: w(b,1) w(y,1) c
                """);
    }

    @Test
    void aRangeThatReturnsAnOldItem() {
        assertViolated("ra cc cv psi pc si rr ser", """
                initial b:0
                T1: scan(a,m)=[b:0] r(y,1) c
                T2: w(b,1) w(y,1) c
                """);
    }

    @Test
    void allItemsOfAScanAreOneOperation() {
        assertViolated("ra cc cv psi pc si rr ser", """
                initial b:0 d:0
                T1: scan(a,m)=[b:1,d:0] c
                T2: w(b,1) w(d,1) c
                """);
    }

    @Test
    void anIterationThatStopsSaysNothingOfWhatComesAfter() {
        String writer = "T1: w(b,1) w(d,1) c\n";
        assertViolated("", writer + "T2: iter(a,m)=[b:1,...] c\n");
        assertViolated("ra cc cv psi pc si ser", writer + "T2: iter(a,m)=[b:1] c\n");
        assertViolated("", writer + "T2: iter(a,m)=[...] r(b,1) c\n");
        assertViolated("ra cc cv psi pc si ser", writer + "T2: iter(a,m)=[d:1,...] c\n");
    }

    @Test
    void boundsAreInclusiveAndExclusive() {
        String writer = "T1: w(b,1) w(y,1) c\n";
        assertViolated("", writer + "T2: scan(a,b)=[] r(y,1) c\n");
        assertViolated("mav ra cc cv psi pc si ser", writer + "T2: r(y,1) scan(b,c)=[] c\n");
        assertViolated("mav ra cc cv psi pc si ser", writer + "T2: r(y,1) scan(*,c)=[] c\n");
        assertViolated("mav ra cc cv psi pc si ser", writer + "T2: r(y,1) scan(a,y)=[] c\n");
        assertViolated("", writer + "T2: scan(*,*)=[b:1,y:1] c\n");
    }

    @Test
    void aRangeMayMissADeleteForAnotherDelete() {
        // T2 saw nothing, whichever delete left it so.
        assertViolated("", """
                initial b:0
                T1: d(b) c
                T3: d(b) c
                T2: scan(a,m)=[] c
                """);
    }

    @Test
    void whatWasPutInAndOutAgainIsNoPhantom() {
        assertViolated("", """
                T1: w(b,1) c
                T2: r(b,1) d(b) w(y,1) c
                T3: r(y,1) scan(a,m)=[] c
                """);
    }

    @Test
    void tombstonesTellWhoseDeleteItWas() {
        String deletes = """
                initial x:0 y:0
                T1: d(x,7) c
                T2: d(x,8) w(y,1) c
                order x: T1 T2
                """;
        assertViolated("mav ra cc cv psi pc si rr ser", deletes + "T3: r(y,1) r(x,_7) c\n");
        assertViolated("", deletes + "T3: r(y,1) r(x,_8) c\n");
        assertViolated("", deletes + "T3: r(y,1) r(x,_) c\n");
        assertViolated(READS, deletes + "T3: r(x,_9) c\n");
        assertViolated(READS, "T1: r(x,_7) c\n");
    }

    // ---- sessions and time

    @Test
    void sessionGuarantees() {
        assertViolated("ryw cc psi pc", "initial x:0\nT1@s: w(x,1) c\nT2@s: r(x,0) c\n");
        assertViolated("mr cc psi pc", "initial x:0\nT1: w(x,1) c\nT2@s: r(x,1) c\nT3@s: r(x,0) c\n");
        assertViolated("mw cc psi pc", "T1@s: w(x,1) c\nT2@s: w(x,2) c\norder x: T2 T1\n");
        assertViolated("wfr cc psi pc", """
                initial x:0 y:0
                T1: w(x,1) c
                T2@s: r(x,1) c
                T3@s: w(y,1) c
                T4: r(y,1) r(x,0) c
                """);
        assertViolated("wfr cc psi pc", """
                initial x:0
                T1: w(x,1) c
                T2@s: r(x,1) c
                T3@s: w(x,2) c
                order x: T3 T1
                """);
    }

    @Test
    void sessionsCountWhereALevelSaysSo() {
        assertThat(violated("initial x:0\nT1@s: w(x,1) c\nT2@s: r(x,0) c\n", OwnWrites.MUST))
                .contains(
                        "axiomatic-read-atomic",
                        "strong-session-consistent-view",
                        "strong-session-serializable",
                        "strong-session-repeatable-read",
                        "axiomatic-serializable")
                .doesNotContain(
                        "strong-session-read-committed",
                        "strong-session-read-atomic",
                        "axiomatic-read-committed",
                        "strong-session-cursor-stability");
    }

    @Test
    void realTimeCountsWhereALevelSaysSo() {
        String late = """
                initial x:0
                T1: w(x,1)@[1,2] c@[3,4]
                T2: b@[5,6] r(x,0)@[7,8] c@[9,10]
                """;
        assertThat(violated(late, OwnWrites.MUST))
                .containsExactlyInAnyOrder(
                        "strong-causal",
                        "strong-consistent-view",
                        "strong-parallel-snapshot-isolation",
                        "strong-prefix-consistency",
                        "strong-snapshot-isolation",
                        "strong-repeatable-read",
                        "strict-serializable",
                        "forward-consistent-view",
                        "strong-session-forward-consistent-view");
        assertThat(violated(late.replace("[5,6]", "[4,6]"), OwnWrites.MUST)).isEmpty();
        // When the answer was lost, the commit may have come late.
        assertThat(violated(late.replace("c@[3,4]", "u@[3,4]"), OwnWrites.MUST)).isEmpty();
    }

    // ---- mixed levels

    @Test
    void inAMixEachTransactionObligesByItsOwnLevel() {
        String skew = """
                initial x:0 y:0
                T1 level=%s: r(x,0) r(y,0) w(x,1) c
                T2 level=%s: r(x,0) r(y,0) w(y,1) c
                """;
        assertThat(holdsMixed(skew.formatted("serializable", "serializable"))).isFalse();
        assertThat(holdsMixed(skew.formatted("repeatable-read", "serializable")))
                .isFalse();
        assertThat(holdsMixed(skew.formatted("snapshot-isolation", "serializable")))
                .isTrue();
        assertThat(holdsMixed(skew.formatted("serializable", "read-committed"))).isTrue();
        String fractured = """
                initial x:0 y:0
                T1 level=%s: r(x,0) r(y,1) c
                T2 level=read-uncommitted: w(x,1) w(y,1) r(z,9) c
                """;
        assertThat(holdsMixed(fractured.formatted("read-atomic"))).isFalse();
        assertThat(holdsMixed(fractured.formatted("causal"))).isFalse();
        assertThat(holdsMixed(fractured.formatted("snapshot-isolation"))).isFalse();
        assertThat(holdsMixed(fractured.formatted("monotonic-atomic-view"))).isTrue();
    }

    private static boolean holdsMixed(String text) {
        return Twin.holds(Mini.parse(text), Level.SERIALIZABLE.asRecorded(), OwnWrites.MUST);
    }
}
