package io.bateleur.core.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BugTest {
    private static final int SEEDS = 25;

    private static SimConfig config(Bug bug, ConcurrencyControl control, int seed) {
        return new SimConfig()
                .control(control)
                .mix(bug.mix())
                .sessions(8)
                .keys(List.of(50, 100, 1000).get(seed % 3))
                .transactions(300)
                .abortProbability(0.02)
                .unknownProbability(0.02)
                .seed(seed);
    }

    private static SimConfig config(Bug bug, int seed) {
        return config(bug, bug.controls().get(0), seed);
    }

    @ParameterizedTest
    @EnumSource
    void causesItsAnomaly(Bug bug) {
        List<String> silent = new ArrayList<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            SimResult result = Simulation.run(config(bug, seed).bug(bug));
            boolean shows = Anomalies.shows(bug, new Seen(result.history()));
            if (result.bugsFired() == 0 || !shows) {
                silent.add("seed " + seed + ": fired " + result.bugsFired() + ", shows " + shows);
            }
        }
        assertThat(silent).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsSeenWithoutIt(Bug bug) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SimResult result = Simulation.run(config(bug, seed));
            assertThat(result.bugsFired()).isZero();
            assertThat(Anomalies.shows(bug, new Seen(result.history())))
                    .as("seed %d", seed)
                    .isFalse();
        }
    }

    static Stream<Arguments> bugsAndOtherStores() {
        return Stream.of(Bug.values())
                .flatMap(bug -> bug.controls().stream().skip(1).map(control -> Arguments.of(bug, control)));
    }

    /** Not for every seed: some stores give a bug few opportunities. */
    @ParameterizedTest
    @MethodSource("bugsAndOtherStores")
    void otherStoresCanHaveItToo(Bug bug, ConcurrencyControl control) {
        int shown = 0;
        for (int seed = 0; seed < 6; seed++) {
            SimResult result = Simulation.run(config(bug, control, seed).bug(bug));
            shown += result.bugsFired() > 0 && Anomalies.shows(bug, new Seen(result.history())) ? 1 : 0;
        }
        assertThat(shown).isGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void leavesIntactWhatIsWeaker(Bug bug) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Journal journal = new Journal();
            SimResult result = Simulation.run(config(bug, seed).bug(bug).transactions(100), journal);
            assertThat(StoreLaws.brokenDespite(bug, new Truth(result.history(), journal)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /** Anomalies that a bug must not cause because another one is named after them. */
    private static Set<Bug> othersThan(Bug bug) {
        return switch (bug) {
            case DIRTY_READ, DIRTY_WRITE -> EnumSet.of(Bug.ABORTED_READ, Bug.INTERMEDIATE_READ, Bug.FUTURE_READ);
            case ABORTED_READ, INTERMEDIATE_READ, FUTURE_READ, IGNORED_OWN_WRITE -> {
                Set<Bug> others = EnumSet.of(
                        Bug.DIRTY_READ,
                        Bug.ABORTED_READ,
                        Bug.INTERMEDIATE_READ,
                        Bug.FUTURE_READ,
                        Bug.IGNORED_OWN_WRITE);
                others.remove(bug);
                yield others;
            }
            case LOST_UPDATE -> EnumSet.of(Bug.ABORTED_READ, Bug.READ_SKEW, Bug.FRACTURED_READ, Bug.LONG_FORK);
            case READ_SKEW, FRACTURED_READ -> EnumSet.of(Bug.ABORTED_READ, Bug.DIRTY_READ, Bug.LOST_UPDATE);
            case WRITE_SKEW, PHANTOM, LONG_FORK, STALE_SNAPSHOT, SESSION_ORDER_BROKEN, REAL_TIME_ORDER_BROKEN ->
                EnumSet.of(Bug.ABORTED_READ, Bug.LOST_UPDATE, Bug.READ_SKEW, Bug.FRACTURED_READ);
            case LOST_DELETE, ITERATOR_SKIPS_KEY, SCAN_RETURNS_DELETED_KEY ->
                EnumSet.of(Bug.ABORTED_READ, Bug.DIRTY_READ, Bug.INTERMEDIATE_READ);
        };
    }

    @ParameterizedTest
    @EnumSource
    void doesNotCauseAnother(Bug bug) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Seen seen = new Seen(Simulation.run(config(bug, seed).bug(bug)).history());
            for (Bug other : othersThan(bug)) {
                assertThat(Anomalies.shows(other, seen))
                        .as("%s, seed %d", other, seed)
                        .isFalse();
            }
        }
    }

    @Test
    void comesWithItsStoreAndWorkload() {
        var about =
                Simulation.run(new SimConfig().bug(Bug.DIRTY_WRITE)).history().about();
        assertThat(about.get("store")).hasToString("rc");
        assertThat(about.get("mix")).hasToString("list-append");
        assertThat(about.get("bug")).hasToString("dirty-write");
    }

    @Test
    void isRefusedWhereItCannotBe() {
        SimConfig config = new SimConfig().bug(Bug.LONG_FORK).control(ConcurrencyControl.SERIAL);
        assertThatThrownBy(() -> Simulation.run(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("store serial cannot have the bug long-fork; these can: si");
    }

    @Test
    void neverStrikesWithProbabilityZeroUntilItHurries() {
        SimConfig config =
                new SimConfig().bug(Bug.LOST_UPDATE).bugProbability(0).transactions(300);
        SimResult result = Simulation.run(config);
        assertThat(result.bugsFired()).isPositive();
    }

    @Test
    void words() {
        assertThat(Bug.of("Lost-Update")).contains(Bug.LOST_UPDATE);
        assertThat(Bug.of("lost")).isEmpty();
        assertThat(Bug.values())
                .extracting(Bug::word)
                .containsExactly(
                        "dirty-read",
                        "dirty-write",
                        "aborted-read",
                        "intermediate-read",
                        "lost-update",
                        "read-skew",
                        "fractured-read",
                        "write-skew",
                        "long-fork",
                        "phantom",
                        "lost-delete",
                        "stale-snapshot",
                        "future-read",
                        "ignored-own-write",
                        "session-order-broken",
                        "real-time-order-broken",
                        "iterator-skips-key",
                        "scan-returns-deleted-key");
    }
}
