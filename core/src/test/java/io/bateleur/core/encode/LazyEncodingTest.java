package io.bateleur.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of an IR that no pass has seen: how little is instantiated, and that it is enough. */
class LazyEncodingTest {

    private static SolverOutcome solve(LazyEncoding encoding) {
        return new NativeSolver(encoding.problem()).with(encoding).solve(new SolverLimits(Long.MAX_VALUE, () -> false));
    }

    private static boolean holds(String level, String... lines) {
        return solve(LazyEncoding.of(FirstOrder.of(new Setting(level, lines).ir))
                        .orElseThrow())
                instanceof SolverOutcome.Satisfied;
    }

    /** How many variables there are before and after solving. */
    private static List<Integer> variables(String level, String... lines) {
        LazyEncoding encoding =
                LazyEncoding.of(FirstOrder.of(new Setting(level, lines).ir)).orElseThrow();
        int before = encoding.problem().variableCount();
        solve(encoding);
        return List.of(before, encoding.problem().variableCount());
    }

    @Test
    void itStartsWithTheKnownEdgesAlone() {
        Ir ir = new Setting("serializable", "T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,1) w(y,1) c", "T4: r(y,1) c").ir;
        LazyEncoding encoding = LazyEncoding.of(FirstOrder.of(ir)).orElseThrow();
        assertThat(encoding.problem().variableCount()).isZero();
        assertThat(encoding.problem().clauseCount()).isZero();
        assertThat(encoding.problem().nodeCount()).isEqualTo(4);
        assertThat(encoding.problem().edgeCount()).isEqualTo(ir.edges().size()).isEqualTo(2);
    }

    @Test
    void whereTheFirstOrderWorksNothingIsInstantiated() {
        // A hundred writers of one key are 4 950 pairs.
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lines.add("W" + i + "@s: w(x," + i + ") c");
        }
        String[] all = lines.toArray(String[]::new);
        assertThat(variables("strong-session-serializable", all)).containsExactly(0, 0);
        assertThat(variables("serializable", all)).containsExactly(0, 0);
        Ir ir = new Setting("strong-session-serializable", all).ir;
        assertThat(FirstOrder.of(ir).resolution(false)).isPresent();
    }

    @Test
    void onlyThePairsThatAnOrderBreaksAreInstantiated() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            lines.add("W" + i + "@s: w(x," + i + ") c");
            lines.add("R" + i + "@r: r(x," + i + ") c");
        }
        assertThat(variables("strong-session-serializable", lines.toArray(String[]::new))
                        .get(1))
                .isLessThan(500);
        // T1 and T2 are 1 pair; whichever order comes first, there is at most one variable for it.
        assertThat(variables("serializable", "T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,1) c", "T4: r(x,2) c")
                        .get(1))
                .isLessThanOrEqualTo(1);
    }

    @Test
    void anInitialVersionNeedsNoVariable() {
        assertThat(variables(
                        "serializable", "T1: w(x,1) c", "T2: r(x,_) c", "T3: r(y,_) w(z,1) c", "T4: w(y,1) r(z,_) c"))
                .containsExactly(0, 0);
    }

    @Test
    void whatMayNotHaveHappenedIsAVariableFromTheStartWhereItHangsTogether() {
        String[] lines = {"T1@s: w(x,1) u", "T2: w(x,1) c", "T3: r(x,1) c", "T4@s: r(y,_) c"};
        assertThat(variables("strong-session-serializable", lines).get(0)).isEqualTo(1);
        assertThat(variables("serializable", lines).get(0)).isZero();
        Ir ir = new Setting("serializable", lines).ir;
        assertThat(FirstOrder.of(ir).resolution(false)).isEmpty();
    }

    @Test
    void anOpenReadIsOpenedOnlyWhenNoOrderExplainsIt() {
        assertThat(variables("serializable", "T1: w(x,1) c", "T2: w(x,1) c", "T3: r(x,1) c")
                        .get(0))
                .isZero();
        String[] lines = {"T1: w(x,1) w(y,1) c", "T2: w(x,1) w(y,2) c", "T3: r(x,1) r(y,2) c", "T4: r(y,1) c"};
        assertThat(holds("serializable", lines)).isTrue();
        assertThat(variables("serializable", lines).get(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"serializable", "snapshot-isolation", "prefix-consistency"})
    void aLongForkIsRefused(String level) {
        assertThat(holds(level, "T1: w(x,1) c", "T2: w(y,1) c", "T3: r(x,1) r(y,_) c", "T4: r(x,_) r(y,1) c"))
                .isFalse();
    }

    @Test
    void choicesOfVersionOrderAreTried() {
        String[] one = {"T1: w(x,1) w(y,1) c", "T2: w(x,2) w(y,2) c", "T3: r(x,1) c", "T4: r(y,2) c"};
        assertThat(holds("serializable", one)).isTrue();
        String[] both = {"T1: w(x,1) w(y,1) c", "T2: w(x,2) w(y,2) c", "T3: r(x,1) r(y,2) c"};
        assertThat(holds("serializable", both)).isFalse();
        assertThat(holds("read-committed", both)).isTrue();
        assertThat(holds("read-atomic", both)).isFalse();
    }

    @Test
    void snapshotsOfWritersDoNotOverlap() {
        assertThat(holds("snapshot-isolation", "T1: r(x,_) w(x,1) c", "T2: r(x,_) w(x,2) c"))
                .isFalse();
        assertThat(holds("prefix-consistency", "T1: r(x,_) w(x,1) c", "T2: r(x,_) w(x,2) c"))
                .isTrue();
    }

    @Test
    void whatMayHaveHappenedHappensWhereItHelps() {
        String[] needed = {"T1: w(x,1) u", "T2@s: w(x,1) c", "T3@s: w(x,3) c", "T4@s: r(x,1) c"};
        assertThat(holds("strong-session-serializable", needed)).isTrue();
        String[] harmful = {"T1@s: w(x,1) r(q,_) u", "T2: w(x,1) c", "T3: r(x,1) c", "T4@s: r(x,_) c"};
        assertThat(holds("strong-session-serializable", harmful)).isTrue();
        String[] both = {
            "T1@s: w(x,1) w(z,1) u", "T2@s: r(z,_) r(x,_) c", "T3: w(x,1) c", "T4@s: r(x,1) c", "T5: r(z,1) c"
        };
        assertThat(holds("strong-session-serializable", both)).isFalse();
    }

    @Test
    void readersOfABlankVersionAgree() {
        String[] agree = {"T1: w(x,?) c", "T2: r(x,5) c", "T3: r(x,5) c"};
        assertThat(holds("read-committed", agree)).isTrue();
        String[] differ = {"T1: w(x,?) c", "T2: r(x,5) c", "T3: r(x,6) c"};
        assertThat(holds("read-committed", differ)).isFalse();
        String[] two = {"T1: w(x,?) c", "T4: w(x,?) c", "T2: r(x,5) c", "T3: r(x,6) c"};
        assertThat(holds("read-committed", two)).isTrue();
        assertThat(holds("read-committed", "initial unknown", "T2: r(x,5) c", "T3: r(x,_) c"))
                .isFalse();
    }

    @Test
    void theResolutionNamesWhatEachReadSaw() {
        Setting setting =
                new Setting("serializable", "T1: w(x,1) c", "T2: w(x,1) c", "T3: r(x,1) r(y,_) c", "T4: w(y,1) c");
        LazyEncoding encoding = LazyEncoding.of(FirstOrder.of(setting.ir)).orElseThrow();
        Resolution resolution = encoding.resolution((SolverOutcome.Satisfied) solve(encoding));
        assertThat(Arrays.stream(resolution.events()).sorted().toArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(resolution.sources()[0]).isIn(0, 1);
        assertThat(resolution.sources()[1]).isEqualTo(-1);
    }

    /** Visibility is judged where passes have not: whether they have is not for the IR to tell. */
    @Test
    void theFirstOrderDoesNotTrustPassesThatDidNotRun() {
        String[] stale = {"T1@s: w(x,1) c", "T2@s: r(x,_) c"};
        Ir ir = new Setting("causal", stale).ir;
        assertThat(FirstOrder.of(ir).resolution(false)).isEqualTo(Optional.empty());
        assertThat(holds("causal", stale)).isFalse();
    }
}
