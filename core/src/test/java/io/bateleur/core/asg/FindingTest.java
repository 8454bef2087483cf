package io.bateleur.core.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.BadRead;
import io.bateleur.core.trace.nativ.Mini;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads that nothing explains, whatever the order. */
class FindingTest {

    @Test
    void findsReadsOfValuesThatNobodyWrote() {
        assertThat(check("T1: w(x,1) c", "T2: r(x,7) c"))
                .containsExactly(
                        "unwritten-read: T2 read x = 7, which nobody wrote and which was not there at the start");
        assertThat(check("T1: scan(a,z)=[x:7] c")).hasSize(1);
        assertThat(check("T1: l(x,[7]) c")).hasSize(1);
        assertThat(check("T1: r(x,1) w(x,1) c"))
                .containsExactly("future-read: T1 read x = 1, which only T1 itself writes, and only later");
    }

    @Test
    void saysNothingWhereTheValueMayHaveBeenThere() {
        assertThat(check("initial x:7", "T1: r(x,7) c")).isEmpty();
        assertThat(check("initial unknown", "T1: r(x,7) c")).isEmpty();
        assertThat(check("initial x:[7,8]", "T1: l(x,[7,8]) c")).isEmpty();
        assertThat(check("T1: w(x,?) c", "T2: r(x,7) c")).isEmpty();
        assertThat(check("T1: sql(\"update t set v = 7\")=1 c", "T2: r(x,7) c")).isEmpty();
        assertThat(check("T1: r(x,_) r(y,?) c")).isEmpty();
    }

    @Test
    void findsAbortedReads() {
        assertThat(check("T1: w(x,1) a", "T2: r(x,1) c"))
                .containsExactly("G1a: T2 read x = 1, which T1 wrote; but T1 aborted, so that value never came to be");
        assertThat(check("T1: a(x,1) a", "T2: a(x,2) c", "T3: l(x,[1,2]) c"))
                .containsExactly(
                        "G1a: T3 read x = 1, which T1 wrote; but T1 aborted, so that value never came to be",
                        "dirty-update: T3 read x = 2, written on top of what T1 wrote and aborted");
    }

    @Test
    void oneGoodWriterIsEnough() {
        assertThat(check("T1: w(x,1) a", "T2: w(x,1) c", "T3: r(x,1) c")).isEmpty();
        assertThat(check("T1: w(x,1) a", "T2: w(x,1) u", "T3: r(x,1) c")).isEmpty();
        assertThat(check("T1: w(x,1) w(x,2) c", "T2: w(x,1) c", "T3: r(x,1) c")).isEmpty();
    }

    @Test
    void doesNotJudgeReadersThatDidNotCommit() {
        assertThat(check("T1: r(x,7) a", "T2: r(x,7) u")).isEmpty();
    }

    @Test
    void findsIntermediateReads() {
        assertThat(check("T1: w(x,1) w(x,2) c", "T2: r(x,1) c"))
                .containsExactly("G1b: T2 read x = 1, which T1 wrote and then overwrote itself before it ended");
        assertThat(check("T1: w(x,1) d(x) c", "T2: r(x,1) c")).hasSize(1);
        assertThat(check("T1: a(x,1) a(x,2) c", "T2: l(x,[1]) c"))
                .containsExactly("G1b: T2 read x = 1, which T1 wrote and then overwrote itself before it ended");
        assertThat(check("T1: a(x,1) a(x,2) c", "T2: l(x,[1,2]) c")).isEmpty();
    }

    @Test
    void findsIgnoredOwnWrites() {
        assertThat(check("T1: w(x,1) c", "T2: w(x,2) r(x,1) c"))
                .containsExactly("internal: T2 read x = 1 although it had written x itself just before");
        assertThat(check("T1: w(x,1) r(x,_) c"))
                .containsExactly("internal: T1 read x = nothing although it had written x itself just before");
        assertThat(check("T1: w(x,1) d(x) r(x,1) c")).hasSize(1);
        assertThat(check("T1: w(x,1) d(x) r(x,_) c")).isEmpty();
        assertThat(check("T1: w(x,1) r(x,1) r(x,?) c")).isEmpty();
        assertThat(check("T1: a(x,1) c", "T2: a(x,2) l(x,[1]) c")).hasSize(1);
        assertThat(check("T1: a(x,1) c", "T2: a(x,2) l(x,[1,2]) a(x,3) l(x,[1,2,3]) c"))
                .isEmpty();
        assertThat(check("T1: a(x,1) c", "T2: a(x,2) l(x,_) c")).hasSize(1);
    }

    private static List<String> check(String... lines) {
        return AsgBuilder.build(Mini.parse(String.join("\n", lines) + "\n"), OwnWrites.MUST).badReads().stream()
                .map(BadRead::toString)
                .toList();
    }
}
