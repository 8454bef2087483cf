package io.bateleur.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Level;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuaranteesTest {

    private static Guarantees of(String level, String... lines) {
        return of(level, new Setting("read-committed", lines));
    }

    private static Guarantees of(String level, Setting setting) {
        return Guarantees.of(
                        setting.asg, Level.of(level).orElseThrow().criterion().visibility(), () -> false)
                .orElseThrow();
    }

    private static SolverOutcome solve(Guarantees encoding) {
        return new NativeSolver(encoding.problem()).solve(new SolverLimits(Long.MAX_VALUE, () -> false));
    }

    private static boolean holds(String level, String... lines) {
        return solve(of(level, lines)) instanceof SolverOutcome.Satisfied;
    }

    @Test
    void readYourWrites() {
        String[] missed = {"T1@s: w(x,1) c", "T2@s: r(x,_) c"};
        assertThat(holds("read-your-writes", missed)).isFalse();
        assertThat(holds("monotonic-reads", missed)).isTrue();
        assertThat(holds("read-your-writes", "T1@s: w(x,1) c", "T2@r: r(x,_) c"))
                .isTrue();
        assertThat(holds("read-your-writes", "T0: w(x,0) c", "T1@s: w(x,1) c", "T2@s: r(x,0) c"))
                .isTrue(); // T0's may be the newer one
        assertThat(holds("read-your-writes", "T0: w(x,0) c", "T1@s: w(x,1) c", "T2@s: r(x,0) c", "order x: T0 T1"))
                .isFalse();
    }

    @Test
    void monotonicReads() {
        String[] back = {"T0: w(x,0) c", "T1: w(x,1) c", "T2@s: r(x,0) c", "T3@s: r(x,1) c", "T4@s: r(x,0) c"};
        assertThat(holds("monotonic-reads", back)).isFalse();
        assertThat(holds("read-your-writes", back)).isTrue();
        assertThat(holds("monotonic-reads", back[0], back[1], back[2], back[3])).isTrue();
        assertThat(holds("monotonic-reads", "T1: w(x,1) c", "T2@s: r(x,1) c", "T3@s: r(x,_) c"))
                .isFalse();
        assertThat(holds("monotonic-reads", "T1: w(x,1) c", "T2@s: r(x,_) c", "T3@s: r(x,1) c"))
                .isTrue();
    }

    @Test
    void monotonicReadsWithinATransaction() {
        assertThat(holds("monotonic-reads", "T1: w(x,1) c", "T2: r(x,1) r(x,_) c"))
                .isFalse();
    }

    @Test
    void monotonicWrites() {
        String[] lines = {"T1@s: w(x,1) c", "T2@s: w(x,2) c"};
        assertThat(holds("monotonic-writes", lines)).isTrue();
        assertThat(holds("monotonic-writes", lines[0], lines[1], "order x: T2 T1"))
                .isFalse();
        assertThat(holds("monotonic-writes", lines[0], "T2@r: w(x,2) c", "order x: T2 T1"))
                .isTrue();
    }

    @Test
    void writesFollowReads() {
        // T2 wrote after it had read from T1: whoever sees T2 sees T1.
        String[] lines = {"T1: w(x,1) c", "T2@s: r(x,1) w(y,1) c", "T3: r(y,1) r(x,_) c"};
        assertThat(holds("writes-follow-reads", lines)).isFalse();
        assertThat(holds("writes-follow-reads", lines[0], lines[1], "T3: r(y,1) r(x,1) c"))
                .isTrue();
        assertThat(holds("writes-follow-reads", lines[0], "T2@s: w(y,1) c", "T4@s: r(x,1) c", lines[2]))
                .isTrue(); // it read only later
        assertThat(holds("writes-follow-reads", "T1: w(x,1) c", "T2: r(x,1) w(x,2) c", "order x: T2 T1"))
                .isFalse();
    }

    @Test
    void keysAreJudgedApart() {
        String[] opposite = {
            "T1@s: w(x,1) w(y,1) c", "T2@r: w(x,2) w(y,2) c", "order x: T1 T2", "order y: T2 T1", "T3: r(x,2) r(y,1) c"
        };
        for (String level :
                new String[] {"read-your-writes", "monotonic-reads", "monotonic-writes", "writes-follow-reads"}) {
            assertThat(holds(level, opposite)).as(level).isTrue();
        }
    }

    @Test
    void whatIsCertainNeedsNoVariable() {
        String[] lines = {"T0: w(x,0) c", "T1@s: w(x,1) c", "T2@s: r(x,0) w(x,2) c", "T3@s: r(x,2) c"};
        Stream.of("read-your-writes", "monotonic-reads", "monotonic-writes").forEach(level -> {
            Guarantees encoding = of(level, lines);
            assertThat(encoding.problem().variableCount()).as(level).isZero();
            assertThat(encoding.problem().nodeCount()).as(level).isEqualTo(3);
        });
        assertThat(of("monotonic-writes", lines).problem().edgeCount()).isEqualTo(1);
        assertThat(of("read-your-writes", "T1@s: w(x,1) c", "T2@r: r(x,1) c")
                        .problem()
                        .edgeCount())
                .isZero();
    }

    @Test
    void openReadsAndUnknownEndingsAreVariables() {
        assertThat(holds("read-your-writes", "T0: w(x,1) c", "T1@s: w(x,1) c", "T2@s: r(x,1) c"))
                .isTrue();
        assertThat(holds("read-your-writes", "T0: d(x) c", "T1@s: w(x,1) c", "T2@s: r(x,_) c"))
                .isTrue();
        assertThat(of("read-your-writes", "T0: d(x) c", "T1@s: w(x,1) c", "T2@s: r(x,_) c")
                        .problem()
                        .variableCount())
                .isPositive();
        assertThat(holds("read-your-writes", "T1@s: w(x,1) u", "T2@s: r(x,_) c", "T3: w(x,1) c", "T4: r(x,1) c"))
                .isTrue(); // T1 did not happen
    }

    /** T1 made T2's delete matter, and is gone: T2 may have happened, and nothing asks whether it did. */
    @Test
    void whatNothingAsksAboutDidNotHappen() {
        Setting setting = new Setting("read-committed", "T1: w(a,1) u", "T2: d(a) u", "T3: scan(a,b)=[] c");
        Guarantees encoding = of("mr", setting);
        Resolution resolution = encoding.resolution((SolverOutcome.Satisfied) solve(encoding));
        assertThat(resolution.events()).containsExactly(4, 5);
    }

    @Test
    void theResolutionHasAnOrderOfVersionsForEachKey() {
        Setting setting = new Setting("read-committed", "T0: w(x,0) c", "T1@s: w(x,1) c", "T2@s: r(x,0) c");
        Guarantees encoding = of("ryw", setting);
        Resolution resolution = encoding.resolution((SolverOutcome.Satisfied) solve(encoding));
        assertThat(Arrays.stream(resolution.versions()).mapToObj(setting::version))
                .containsExactly("T1", "T0");
        assertThat(resolution.sources()).containsExactly(0);
    }

    /** Every way together would be the product of all possibilities. */
    @ParameterizedTest
    @CsvSource({
        "read-your-writes, c",
        "monotonic-reads, c",
        "monotonic-writes, c",
        "writes-follow-reads, c",
        "read-your-writes, u",
        "monotonic-reads, u",
        "monotonic-writes, u",
        "writes-follow-reads, u"
    })
    void possibilitiesAddUpAndDoNotMultiply(String level, String end) {
        int small = of(level, allTheSame(10, end)).problem().clauseCount();
        int large = of(level, allTheSame(40, end)).problem().clauseCount();
        // At most readers, times who may be behind what they read, times what they may have read.
        assertThat(large).isLessThan(100 * small);
    }

    private static Setting allTheSame(int transactions, String end) {
        return new Setting(
                "read-committed",
                Stream.concat(
                                Stream.of("T: w(x,1) w(y,1) c", "Z: r(x,1) r(y,1) c"),
                                IntStream.range(0, transactions).mapToObj(i -> "T%d@s%d: r(x,1) r(y,1) w(x,1) w(y,1) %s"
                                        .formatted(i, i % 4, end)))
                        .toArray(String[]::new));
    }

    @Test
    void canBeCalledOff() {
        assertThat(Guarantees.of(
                        allTheSame(10, "c").asg,
                        Level.of("writes-follow-reads")
                                .orElseThrow()
                                .criterion()
                                .visibility(),
                        () -> true))
                .isEmpty();
    }
}
