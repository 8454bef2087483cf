package io.bateleur.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.sim.Truth.Happened;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConcurrencyControlTest {
    private static final int SEEDS = 300;

    /** Small, crowded and different for every seed. */
    private static SimConfig config(ConcurrencyControl control, int seed) {
        SimMix[] mixes = SimMix.values();
        return new SimConfig()
                .control(control)
                .mix(seed % 2 == 0 ? SimMix.ALL : mixes[seed / 2 % mixes.length])
                .sessions(3 + seed % 4)
                .keys(2 + seed % 4)
                .operations(1 + seed % 6)
                .variesOperations(seed % 3 == 0)
                .transactions(40)
                .zipf(seed % 5 == 0 ? 1 : 0)
                .abortProbability(0.1)
                .unknownProbability(0.1)
                .preloaded(seed % 7 == 0)
                .seed(seed);
    }

    private static Truth truth(SimConfig config) {
        Journal journal = new Journal();
        return new Truth(Simulation.run(config, journal).history(), journal);
    }

    @ParameterizedTest
    @EnumSource
    void keepsItsPromise(ConcurrencyControl control) {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(StoreLaws.broken(control, truth(config(control, seed))))
                    .as("%s, seed %d", control, seed)
                    .isEmpty();
        }
    }

    /** Long enough for old versions to be forgotten. */
    @ParameterizedTest
    @EnumSource
    void keepsItsPromiseForLonger(ConcurrencyControl control) {
        for (int seed = 0; seed < 6; seed++) {
            SimConfig config =
                    config(control, seed).transactions(700).operations(4).keys(8);
            assertThat(StoreLaws.broken(control, truth(config)))
                    .as("%s, seed %d", control, seed)
                    .isEmpty();
        }
    }

    @Test
    void weakStoresAreReallyWeak() {
        assertThat(shows(ConcurrencyControl.SNAPSHOT_ISOLATION, t -> !t.isAcyclic((a, b) -> false)))
                .as("write skew")
                .isTrue();
        assertThat(shows(ConcurrencyControl.PARALLEL_SNAPSHOT_ISOLATION, ConcurrencyControlTest::hasFork))
                .as("long fork")
                .isTrue();
        assertThat(shows(ConcurrencyControl.CAUSAL, ConcurrencyControlTest::hasConcurrentWriters))
                .as("lost update")
                .isTrue();
        assertThat(breaks(ConcurrencyControl.READ_COMMITTED, ConcurrencyControl.SNAPSHOT_ISOLATION))
                .as("read skew")
                .isTrue();
        assertThat(breaks(ConcurrencyControl.READ_UNCOMMITTED, ConcurrencyControl.READ_COMMITTED))
                .as("dirty read")
                .isTrue();
    }

    private static boolean shows(ConcurrencyControl control, Predicate<Truth> what) {
        for (int seed = 0; seed < SEEDS; seed++) {
            if (what.test(truth(config(control, seed)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean breaks(ConcurrencyControl control, ConcurrencyControl law) {
        return shows(control, truth -> !StoreLaws.broken(law, truth).isEmpty());
    }

    /** Two snapshots of which neither is within the other. */
    private static boolean hasFork(Truth truth) {
        return truth.happened.stream()
                .anyMatch(a -> truth.happened.stream().anyMatch(b -> isAhead(a, b) && isAhead(b, a)));
    }

    private static boolean isAhead(Happened a, Happened b) {
        for (int site = 0; site < a.entry().seen().size(); site++) {
            if (a.entry().seen().get(site) > b.entry().seen().get(site)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasConcurrentWriters(Truth truth) {
        return truth.versions().values().stream().anyMatch(versions -> {
            for (int i = 1; i < versions.size(); i++) {
                if (!versions.get(i).writer().sees(versions.get(i - 1).writer())) {
                    return true;
                }
            }
            return false;
        });
    }

    @ParameterizedTest
    @EnumSource
    void doesSomethingInEveryWay(ConcurrencyControl control) {
        Set<Ending> endings = EnumSet.noneOf(Ending.class);
        Set<OpKind> kinds = EnumSet.noneOf(OpKind.class);
        Set<String> answers = new TreeSet<>();
        int unknownHappened = 0;
        int unknown = 0;
        for (int seed = 0; seed < 40; seed++) {
            Truth truth = truth(config(control, seed));
            for (Transaction t : truth.history.transactions()) {
                endings.add(t.ending());
                unknown += t.ending() == Ending.UNKNOWN ? 1 : 0;
                unknownHappened += t.ending() == Ending.UNKNOWN && truth.journal.entry(t.number()) != null ? 1 : 0;
                t.operations().forEach(op -> {
                    kinds.add(op.kind());
                    if (op.kind() == OpKind.ITERATE) {
                        answers.add(op.stoppedEarly() ? "stopped" : "ended");
                    } else if (op.kind() == OpKind.GET) {
                        answers.add(op.content().getClass().getSimpleName() + (op.isLocking() ? " locking" : ""));
                    }
                });
            }
        }
        assertThat(endings).isEqualTo(EnumSet.allOf(Ending.class));
        assertThat(kinds).isEqualTo(EnumSet.complementOf(EnumSet.of(OpKind.SQL)));
        assertThat(answers).contains("stopped", "ended", "Live", "Dead", "Live locking", "Dead locking");
        assertThat(unknownHappened).isBetween(unknown / 5, unknown * 4 / 5);
    }

    @ParameterizedTest
    @EnumSource
    void aHotKeyDoesNotStopIt(ConcurrencyControl control) {
        SimConfig config = new SimConfig()
                .control(control)
                .mix(SimMix.ALL)
                .sessions(40)
                .keys(2)
                .operations(6)
                .transactions(2000)
                .seed(1);
        History history = Simulation.run(config).history();
        long committed = history.transactions().stream()
                .filter(t -> t.ending() == Ending.COMMITTED)
                .count();
        assertThat(history.transactionCount()).isEqualTo(2000);
        assertThat(committed).as(control.word()).isGreaterThan(20);
    }

    @Test
    void stores() {
        assertThat(List.of(ConcurrencyControl.values()))
                .extracting(ConcurrencyControl::word)
                .containsExactly("serial", "2pl", "occ", "si", "ssi", "psi", "causal", "rc", "ru");
        assertThat(ConcurrencyControl.of("SSI")).contains(ConcurrencyControl.SERIALIZABLE_SNAPSHOT_ISOLATION);
        assertThat(ConcurrencyControl.of("mvcc")).isEmpty();
    }
}
