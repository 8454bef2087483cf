package io.bateleur.core.check;

import static io.bateleur.core.check.TwinCase.READS;
import static io.bateleur.core.check.TwinCase.assertViolated;
import static io.bateleur.core.check.TwinCase.isResolvable;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import org.junit.jupiter.api.Test;

/** What the twin makes of what a trace leaves open, of lists, and of a transaction's own writes. */
class TwinUnknownsTest {

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
        assertViolated("", "T1: w(x,?) c\nT2: r(x,1) c\nT3: r(x,1) c\n");
        assertThat(isResolvable("T1: w(x,?) c\nT2: r(x,1) c\nT3: r(x,2) c\n")).isFalse();
        assertViolated(READS, "T1: w(x,1) c\nT2: r(x,2) c\n");
        assertViolated("", "T1: r(x,?) c\nT2: r(x) c\n");
    }

    @Test
    void readsOfAnUnknownInitialStateAgree() {
        assertViolated("", "initial unknown\nT1: r(x,5) r(b,_) c\nT2: r(x,5) scan(a,m)=[] c\n");
        assertThat(isResolvable("initial unknown\nT1: r(x,5) c\nT2: r(x,7) c\n"))
                .isFalse();
        assertThat(isResolvable("initial unknown\nT1: r(b,5) c\nT2: scan(a,m)=[] c\n"))
                .isFalse();
        assertViolated("", "initial unknown\nT1: r(x,5) c\nT2: r(x,7) c\nT3: w(x,7) c\n");
        assertViolated("", "initial unknown\nT1: l(x,[5,1]) c\nT2: a(x,1) c\nT3: l(x,[5]) c\n");
        assertThat(isResolvable("initial unknown\nT1: l(x,[5,1]) c\nT2: a(x,1) c\nT3: l(x,[6]) c\n"))
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
        assertThat(isResolvable("T1: a(x,1) c\nT2: a(x,2) c\nT3: l(x,[1,2]) c\nT4: l(x,[2,1]) c\n"))
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
}
