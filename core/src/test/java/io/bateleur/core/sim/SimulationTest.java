package io.bateleur.core.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Session;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {
    private static SimConfig small(ConcurrencyControl control, long seed) {
        return new SimConfig()
                .control(control)
                .mix(SimMix.ALL)
                .sessions(5)
                .keys(6)
                .transactions(200)
                .abortProbability(0.05)
                .unknownProbability(0.05)
                .seed(seed);
    }

    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameHistory(ConcurrencyControl control) {
        History once = Simulation.run(small(control, 1)).history();
        History again = Simulation.run(small(control, 1)).history();
        History other = Simulation.run(small(control, 2)).history();
        assertThat(once.differenceFrom(again)).isEmpty();
        assertThat(once.differenceFrom(other)).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameBugs(Bug bug) {
        SimResult once = Simulation.run(new SimConfig().bug(bug).transactions(200));
        SimResult again = Simulation.run(new SimConfig().bug(bug).transactions(200));
        assertThat(once.history().differenceFrom(again.history())).isEmpty();
        assertThat(once.bugsFired()).isEqualTo(again.bugsFired());
    }

    @ParameterizedTest
    @EnumSource
    void everyCallHasItsTime(ConcurrencyControl control) {
        History history = Simulation.run(small(control, 3)).history();
        for (Session session : history.sessions()) {
            List<Interval> calls = new ArrayList<>();
            for (Transaction t : session.transactions()) {
                calls.add(t.begin().orElseThrow());
                t.operations().forEach(op -> calls.add(op.times().orElseThrow()));
                calls.add(t.end().orElseThrow());
            }
            for (int i = 1; i < calls.size(); i++) {
                assertThat(calls.get(i).before())
                        .as("%s, call %d", session, i)
                        .isGreaterThan(calls.get(i - 1).after());
            }
        }
    }

    /** What times say may become less, and never wrong: by its own clock every session still calls one thing after the other. */
    @ParameterizedTest
    @EnumSource
    void clocksThatDifferAndAnswersThatAreLateStayInOrder(ConcurrencyControl control) {
        SimConfig odd = small(control, 3)
                .clockSkew(5_000_000)
                .answerDelay(2_000_000)
                .rests(0.1, 20_000_000)
                .lateSnapshots(true);
        History history = Simulation.run(odd).history();
        assertThat(history.differenceFrom(Simulation.run(odd).history())).isEmpty();
        assertThat(history.about()).containsEntry("clock-skew", Value.of(5_000_000L));
        long longest = 0;
        for (Session session : history.sessions()) {
            long last = Long.MIN_VALUE;
            for (Transaction t : session.transactions()) {
                assertThat(t.begin().orElseThrow().before()).isGreaterThan(last);
                last = t.end().orElseThrow().after();
                longest = Math.max(longest, last - t.begin().orElseThrow().before());
            }
        }
        assertThat(longest).as("somebody rested").isGreaterThan(10_000_000);
    }

    /** Of the same seed, late snapshots are newer: somewhere a transaction sees what was committed after its begin. */
    @Test
    void lateSnapshotsAreOfTheFirstOperation() {
        assertThat(seesAfterItsBegin(false)).isFalse();
        assertThat(seesAfterItsBegin(true)).isTrue();
    }

    private static boolean seesAfterItsBegin(boolean late) {
        SimConfig config = new SimConfig()
                .control(ConcurrencyControl.SNAPSHOT_ISOLATION)
                .transactions(500)
                .keys(5)
                .rests(0.3, 5_000_000)
                .lateSnapshots(late)
                .seed(5);
        History history = Simulation.run(config).history();
        Map<Value, Transaction> writers = new HashMap<>();
        for (Transaction t : history.transactions()) {
            t.operations().stream()
                    .filter(op -> op.kind() == OpKind.PUT && op.content() instanceof Content.Live)
                    .forEach(op -> writers.put(((Content.Live) op.content()).value(), t));
        }
        for (Transaction t : history.transactions()) {
            for (Operation op : t.operations()) {
                Transaction writer = op.kind() == OpKind.GET && op.content() instanceof Content.Live live
                        ? writers.get(live.value())
                        : null;
                if (writer != null
                        && writer.number() != t.number()
                        && writer.end().orElseThrow().before()
                                > t.begin().orElseThrow().after()) {
                    return true;
                }
            }
        }
        return false;
    }

    @ParameterizedTest
    @EnumSource
    void withoutClocksTheRestIsTheSame(ConcurrencyControl control) {
        History timed = Simulation.run(small(control, 3)).history();
        History untimed = Simulation.run(small(control, 3).timed(false)).history();
        assertThat(untimed.hasTimes()).isFalse();
        assertThat(untimed.operationCount()).isEqualTo(timed.operationCount());
        for (int o = 0; o < timed.operationCount(); o++) {
            assertThat(untimed.kind(o)).isEqualTo(timed.kind(o));
            assertThat(untimed.value(o)).isEqualTo(timed.value(o));
        }
    }

    @ParameterizedTest
    @EnumSource
    void onRequestOnlyCommitsCount(ConcurrencyControl control) {
        History history =
                Simulation.run(small(control, 5).countsCommitted(true)).history();
        long committed = history.transactions().stream()
                .filter(t -> t.ending() == Ending.COMMITTED)
                .count();
        assertThat(committed).isEqualTo(200);
        assertThat(history.transactionCount()).isGreaterThan(200);
        assertThatThrownBy(() ->
                        Simulation.run(small(control, 5).countsCommitted(true).abortProbability(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sessionsOverlap() {
        History history =
                Simulation.run(small(ConcurrencyControl.SNAPSHOT_ISOLATION, 4)).history();
        List<Interval> ends =
                history.transactions().stream().map(t -> t.end().orElseThrow()).toList();
        long overlaps = ends.stream()
                .filter(a -> ends.stream().anyMatch(b -> a.before() < b.before() && b.before() < a.after()))
                .count();
        assertThat(overlaps).isGreaterThan(20);
    }

    @Test
    void valuesAreUniqueUnlessAskedOtherwise() {
        History unique =
                Simulation.run(small(ConcurrencyControl.READ_COMMITTED, 5)).history();
        Set<Value> values = new HashSet<>();
        assertThat(unique.uniqueValues()).isTrue();
        assertThat(written(unique)).allMatch(values::add);

        History repeated = Simulation.run(
                        small(ConcurrencyControl.READ_COMMITTED, 5).duplicates(3))
                .history();
        assertThat(repeated.uniqueValues()).isFalse();
        assertThat(new HashSet<>(written(repeated))).containsExactlyInAnyOrder(Value.of(1), Value.of(2), Value.of(3));
    }

    private static List<Value> written(History history) {
        List<Value> values = new ArrayList<>();
        for (Transaction t : history.transactions()) {
            for (Operation op : t.operations()) {
                if (op.kind().isWrite() && op.content() instanceof Content.Live live) {
                    values.add(live.value());
                }
            }
        }
        return values;
    }

    @Test
    void keysCanBeThereBefore() {
        SimConfig config = small(ConcurrencyControl.SNAPSHOT_ISOLATION, 6);
        assertThat(Simulation.run(config).history().initialState()).isEqualTo(InitialState.ABSENT);
        History loaded = Simulation.run(config.preloaded(true)).history();
        assertThat(loaded.initialState()).isEqualTo(InitialState.GIVEN);
        assertThat(loaded.initialContents()).hasSize(6);
        assertThat(written(loaded))
                .doesNotContainAnyElementsOf(loaded.initialContents().values());
    }

    @Test
    void tellsHowItWasMade() {
        History history = Simulation.run(
                        new SimConfig().bug(Bug.LOST_UPDATE).seed(42).transactions(20))
                .history();
        assertThat(history.about())
                .containsEntry("store", Value.of("si"))
                .containsEntry("bug", Value.of("lost-update"))
                .containsEntry("mix", Value.of("rmw"))
                .containsEntry("transactions", Value.of(20))
                .containsEntry("seed", Value.of(42));
    }

    @Test
    void hintsTellTheVersionOrder() {
        SimConfig config = small(ConcurrencyControl.SNAPSHOT_ISOLATION, 7);
        assertThat(Simulation.run(config).history().orderedKeys()).isEmpty();
        History history = Simulation.run(config.hints(true)).history();
        assertThat(history.orderedKeys()).isNotEmpty();
        for (Value key : history.orderedKeys()) {
            List<Transaction> writers = history.versionOrder(key).orElseThrow();
            for (int i = 1; i < writers.size(); i++) {
                assertThat(writers.get(i - 1).commitTimestamp().orElseThrow())
                        .isLessThan(writers.get(i).commitTimestamp().orElseThrow())
                        .isLessThanOrEqualTo(writers.get(i).startTimestamp().orElseThrow());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void mixesHaveTheirShares(SimMix mix) {
        History history = Simulation.run(
                        new SimConfig().mix(mix).transactions(500).keys(1000).abortProbability(0))
                .history();
        Map<OpKind, Integer> counts = new HashMap<>();
        for (int op = 0; op < history.operationCount(); op++) {
            counts.merge(history.kind(op), 1, Integer::sum);
        }
        double total = 8 * 500;
        switch (mix) {
            case BLINDW_RW -> assertThat(counts.get(OpKind.GET) / total).isBetween(0.47, 0.53);
            case BLINDW_WM -> assertThat(counts.get(OpKind.GET) / total).isBetween(0.17, 0.23);
            case BLINDW_RM -> assertThat(counts.get(OpKind.GET) / total).isBetween(0.87, 0.93);
            case LIST_APPEND -> assertThat(counts.get(OpKind.APPEND) / total).isBetween(0.47, 0.53);
            case RMW -> assertThat(counts.get(OpKind.PUT) / total).isBetween(0.47, 0.53);
            case RANDOM_BENCH -> {
                assertThat(counts.get(OpKind.ITERATE) / total).isBetween(0.08, 0.12);
                assertThat(counts.get(OpKind.PUT) / total).isBetween(0.46, 0.54);
            }
            case RANDOM_RANGE -> {
                assertThat(counts.get(OpKind.SCAN) / total).isBetween(0.17, 0.23);
                assertThat(counts.get(OpKind.DELETE) / total).isBetween(0.03, 0.07);
            }
            case ALL -> assertThat(counts.keySet()).hasSize(OpKind.values().length - 1);
        }
    }

    @Test
    void zipfPrefersTheFirstKeys() {
        Dice dice = new Dice(1);
        SimKeyChoice zipf = new SimKeyChoice(100, 1);
        int[] drawn = new int[100];
        for (int i = 0; i < 100_000; i++) {
            drawn[zipf.draw(dice)]++;
        }
        assertThat(drawn[0]).isBetween(18_500, 20_000);
        assertThat(drawn[1]).isBetween(9_000, 10_200);
        assertThat(drawn[99]).isBetween(100, 300);
    }

    @Test
    void listsStayShort() {
        History history = Simulation.run(new SimConfig()
                        .mix(SimMix.LIST_APPEND)
                        .control(ConcurrencyControl.SERIAL)
                        .keys(3)
                        .transactions(1000))
                .history();
        int longest = 0;
        for (int op = 0; op < history.operationCount(); op++) {
            if (history.kind(op) == OpKind.READ_LIST && history.value(op) >= 0) {
                longest = Math.max(longest, history.values().listSize(history.value(op)));
            }
        }
        assertThat(longest).isBetween(40, 64);
        assertThat(history.keyCount()).isGreaterThan(40);
    }

    @Test
    void oneSessionNeverConflicts() {
        for (ConcurrencyControl control : ConcurrencyControl.values()) {
            History history = Simulation.run(
                            small(control, 8).sessions(1).abortProbability(0).unknownProbability(0))
                    .history();
            assertThat(history.transactions()).as(control.word()).allMatch(t -> t.ending() == Ending.COMMITTED);
        }
    }

    @Test
    void badSettingsAreRefused() {
        SimConfig config = new SimConfig();
        assertThatThrownBy(() -> config.sessions(0)).hasMessage("sessions: 0 is less than 1");
        assertThatThrownBy(() -> config.abortProbability(1.5))
                .hasMessage("abort probability: 1.5 is not between 0 and 1");
        assertThatThrownBy(() -> config.zipf(Double.NaN)).hasMessage("zipf exponent NaN is not between 0 and 100");
        assertThatThrownBy(() -> config.duplicates(-1)).hasMessage("duplicates: -1 is negative");
    }

    @Test
    void mixes() {
        assertThat(SimMix.of("BlindW")).contains(SimMix.BLINDW_RW);
        assertThat(SimMix.of("random-range")).contains(SimMix.RANDOM_RANGE);
        assertThat(SimMix.of("ycsb")).isEmpty();
    }
}
