package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Mini;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Histories whose verdicts the literature tells, and whose verdicts the definitions tell at a glance. */
class TwinSelfTest {
    private static final String SESSIONS = "ryw mr mw wfr";
    /** The levels at which reads must be valid. */
    private static final String READS = "rc cs mav ra cc cv psi pc si rr ser";

    private static final List<String> BASE = List.of((SESSIONS + " ru " + READS).split(" "));

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

    // ---- unknowns

    @Test
    void anUnknownEndingThatWasReadHasHappened() {
        assertViolated("", "T1: w(x,1) u\nT2: r(x,1) c\n");
        assertViolated("", "T1: w(x,1) u\nT2: r(x,_) c\n");
        assertViolated("", "T1: r(z,9) w(x,1) u\nT2: r(x,_) c\n");
        assertViolated(READS, "T1: r(z,9) w(x,1) u\nT2: r(x,1) c\n");
        // It was read, so it happened, and T3 saw half of it.
        assertViolated("ra cc cv psi pc si rr ser", """
                T1: w(x,1) w(y,1) u
                T2: r(x,1) c
                T3: r(x,_) r(y,1) c
                """);
    }

    @Test
    void eitherOfTwoEqualWritesExplainsARead() {
        assertViolated("", """
                T1: w(x,1) c
                T2: w(x,2) w(y,2) c
                T3: w(x,1) c
                T4: r(y,2) r(x,1) c
                order x: T1 T2 T3
                """);
        assertViolated("mav ra cc cv psi pc si rr ser", """
                T1: w(x,1) c
                T2: w(x,2) w(y,2) c
                T4: r(y,2) r(x,1) c
                order x: T1 T2
                """);
    }

    @Test
    void anUnknownValueMayBeAny() {
        assertViolated("", "T1: w(x,?) c\nT2: r(x,1) c\nT3: r(x,2) c\n");
        assertViolated(READS, "T1: w(x,1) c\nT2: r(x,2) c\n");
        assertViolated("", "T1: r(x,?) c\nT2: r(x) c\n");
    }

    @Test
    void readsOfAnUnknownInitialStateAgree() {
        assertViolated("", "initial unknown\nT1: r(x,5) r(b,_) c\nT2: r(x,5) scan(a,m)=[] c\n");
        assertThat(ask("initial unknown\nT1: r(x,5) c\nT2: r(x,7) c\n").resolvable())
                .isFalse();
        assertThat(ask("initial unknown\nT1: r(b,5) c\nT2: scan(a,m)=[] c\n").resolvable())
                .isFalse();
        assertViolated("", "initial unknown\nT1: r(x,5) c\nT2: r(x,7) c\nT3: w(x,7) c\n");
        assertViolated("", "initial unknown\nT1: l(x,[5,1]) c\nT2: a(x,1) c\nT3: l(x,[5]) c\n");
        assertThat(ask("initial unknown\nT1: l(x,[5,1]) c\nT2: a(x,1) c\nT3: l(x,[6]) c\n")
                        .resolvable())
                .isFalse();
    }

    // ---- lists

    @Test
    void aListIsAllThatWasAppended() {
        assertViolated("", """
                T1: a(x,1) c
                T2: a(x,2) a(x,3) c
                T3: l(x,[1,2,3]) c
                T4: l(x,[1]) c
                T5: l(x,_) l(x,[]) c
                """);
        assertThat(ask("T1: a(x,1) c\nT2: a(x,2) c\nT3: l(x,[1,2]) c\nT4: l(x,[2,1]) c\n")
                        .resolvable())
                .isFalse();
    }

    @Test
    void lostAppend() {
        assertViolated("cs cv psi si rr ser", """
                T1: l(x,[]) a(x,1) c
                T2: l(x,[]) a(x,2) c
                """);
    }

    // ---- own writes

    @Test
    void ownWritesAsThePolicySays() {
        String ignored = "initial x:0\nT1: w(x,1) r(x,0) c\n";
        assertViolated(OwnWrites.MUST, READS, ignored);
        assertViolated(OwnWrites.EXTERNAL, "", ignored);
        assertViolated(OwnWrites.EITHER, "", ignored);
        String seen = "initial x:0\nT1: w(x,1) r(x,1) c\n";
        assertViolated(OwnWrites.MUST, "", seen);
        assertViolated(OwnWrites.EXTERNAL, READS, seen);
        assertViolated(OwnWrites.EITHER, "", seen);
    }

    @Test
    void ownAppendsComeAfterWhatWasThere() {
        String list = "T1: a(x,1) c\nT2: a(x,2) l(x,[1,2]) c\n";
        assertViolated(OwnWrites.MUST, "", list);
        assertViolated(OwnWrites.EXTERNAL, READS, list);
        assertViolated(OwnWrites.MUST, READS, "T1: a(x,1) c\nT2: a(x,2) l(x,[1]) c\n");
        assertViolated(OwnWrites.EXTERNAL, "", "T1: a(x,1) c\nT2: a(x,2) l(x,[1]) c\n");
    }

    @Test
    void ownWritesInRanges() {
        assertViolated(OwnWrites.MUST, "", "T1: w(b,1) scan(a,m)=[b:1] d(b) scan(a,m)=[] c\n");
        assertViolated(OwnWrites.MUST, READS, "T1: w(b,1) scan(a,m)=[] c\n");
        assertViolated(OwnWrites.EITHER, "", "T1: w(b,1) scan(a,m)=[] c\n");
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
        History history = Mini.parse("initial x:0\nT1@s: w(x,1) c\nT2@s: r(x,0) c\n");
        assertThat(violated(history, OwnWrites.MUST))
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
        assertThat(violated(Mini.parse(late), OwnWrites.MUST))
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
        assertThat(violated(Mini.parse(late.replace("[5,6]", "[4,6]")), OwnWrites.MUST))
                .isEmpty();
        // When the answer was lost, the commit may have come late.
        assertThat(violated(Mini.parse(late.replace("c@[3,4]", "u@[3,4]")), OwnWrites.MUST))
                .isEmpty();
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

    // ----

    private static void assertViolated(String expected, String text) {
        assertViolated(OwnWrites.MUST, expected, text);
    }

    private static void assertViolated(OwnWrites policy, String expected, String text) {
        History history = Mini.parse(text);
        Set<String> violated = violated(history, policy);
        Set<String> base = BASE.stream()
                .filter(name -> violated.contains(Level.of(name).orElseThrow().name()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(base)
                .as(text)
                .isEqualTo(new TreeSet<>(expected.isEmpty() ? List.of() : List.of(expected.split(" "))));
    }

    private static Set<String> violated(History history, OwnWrites policy) {
        Set<Level> holding = Twin.holding(history, Level.all(), policy);
        return Level.all().stream()
                .filter(level -> !holding.contains(level))
                .map(Level::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Twin.Answer ask(String text) {
        return Twin.ask(Mini.parse(text), Level.all(), OwnWrites.MUST);
    }
}
