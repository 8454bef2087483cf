package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lattice as data, and the search on it. That each implication is true is for the brute-force twin to try. */
class LatticeTest {
    private static final History PLAIN = Mini.parse("T1@s1: w(x,1) c\nT2@s1: r(x,1) c\n");
    private static final History RANGES = Mini.parse("T1@s1: w(x,1) c\nT2@s1: scan(a,z)=[x:1] c\n");

    @ParameterizedTest
    @CsvSource({
        "strict-serializable, serializable, true",
        "strict-serializable, strong-session-serializable, false", // only where times tell of sessions
        "strong-session-serializable, causal, true",
        "serializable, causal, false",
        "serializable, snapshot-isolation, true",
        "serializable, repeatable-read, true",
        "repeatable-read, serializable, false",
        "repeatable-read, snapshot-isolation, false",
        "snapshot-isolation, repeatable-read, false",
        "repeatable-read, monotonic-atomic-view, false", // a range may miss a key
        "snapshot-isolation, consistent-view, true",
        "snapshot-isolation, forward-consistent-view, false",
        "strong-snapshot-isolation, forward-consistent-view, true",
        "snapshot-isolation, read-uncommitted, true",
        "snapshot-isolation, parallel-snapshot-isolation, false",
        "strong-session-snapshot-isolation, parallel-snapshot-isolation, true",
        "parallel-snapshot-isolation, strong-session-consistent-view, true",
        "parallel-snapshot-isolation, causal, true",
        "parallel-snapshot-isolation, prefix-consistency, false",
        "prefix-consistency, causal, true",
        "prefix-consistency, cursor-stability, false",
        "causal, read-your-writes, true",
        "causal, monotonic-reads, true",
        "causal, monotonic-writes, true",
        "causal, writes-follow-reads, true",
        "causal, strong-session-read-atomic, true",
        "axiomatic-read-atomic, monotonic-reads, false",
        "axiomatic-causal, causal, true",
        "causal, axiomatic-causal, true",
        "axiomatic-serializable, strong-session-serializable, true",
        "axiomatic-read-committed, strong-session-monotonic-atomic-view, true",
        "read-committed, axiomatic-read-committed, false",
        "strong-session-forward-consistent-view, forward-consistent-view, true",
    })
    void impliesInEveryHistory(String stronger, String weaker, boolean expected) {
        assertThat(Lattice.ofAll().implies(level(stronger), level(weaker))).isEqualTo(expected);
    }

    @Test
    void everyImplicationHasAReasonAndNoLevelIsLeftOut() {
        assertThat(Lattice.implications())
                .allSatisfy(each -> assertThat(each.because()).isNotEmpty())
                .doesNotHaveDuplicates();
        assertThat(Lattice.implications().stream().flatMap(each -> List.of(each.stronger(), each.weaker()).stream()))
                .containsAll(Level.all());
    }

    @Test
    void aStrongerLevelCountsAllTheOrderThatAWeakerOneCounts() {
        for (Level level : Level.all()) {
            for (Level weaker : Lattice.ofAll().impliedBy(level)) {
                // A read of real time where nothing but real time is counted would need times.
                if (weaker.countsRealTime()) {
                    assertThat(level.countsRealTime())
                            .as(level + " implies " + weaker)
                            .isTrue();
                }
                if (weaker.countsSessions()) {
                    assertThat(level.countsSessions())
                            .as(level + " implies " + weaker)
                            .isTrue();
                }
                if (weaker.criterion().reads()) {
                    assertThat(level.criterion().reads())
                            .as(level + " implies " + weaker)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void withoutRangesRepeatableReadIsSerializable() {
        assertThat(Lattice.of(PLAIN).implies(Level.REPEATABLE_READ, Level.SERIALIZABLE))
                .isTrue();
        assertThat(Lattice.of(RANGES).implies(Level.REPEATABLE_READ, Level.SERIALIZABLE))
                .isFalse();
    }

    /** T2's range is fine for serializability: that x was deleted changed nothing. But T2 did not see that T1 deleted it. */
    @Test
    void aRangeThatTellsWhichDeadVersionItSawSeparatesMore() {
        Lattice told = Lattice.of(Mini.parse("T1@s1: d(x) c\nT2@s1: scan(a,z)=[]{x@_} c\n"));
        assertThat(told.implies(level("strong-session-serializable"), Level.CAUSAL))
                .isFalse();
        assertThat(told.implies(Level.CAUSAL, level("read-your-writes"))).isTrue();
    }

    @Test
    void realTimeTellsOfSessionsWhereTheyDoNotOverlap() {
        String first = "T1@s1: b@[1,2] w(x,1)@[3,4] c@[5,6]\n";
        Level session = Level.of(Level.SERIALIZABLE.criterion(), Order.SESSION);
        assertThat(Lattice.of(Mini.parse(first + "T2@s1: b@[7,8] r(x,1)@[9,10] c@[11,12]\n"))
                        .implies(Level.STRICT_SERIALIZABLE, session))
                .isTrue();
        for (String second : List.of(
                "T2@s1: b@[6,8] r(x,1)@[9,10] c@[11,12]\n", // at the same moment
                "T2@s1: b@[7,8] r(x,1)@[9,10] u\nT3@s1: b@[17,18] r(x,1)@[19,20] c@[21,22]\n", // may still happen
                "T2@s1: r(x,1) c@[11,12]\n")) {
            assertThat(Lattice.of(Mini.parse(first + second)).implies(Level.STRICT_SERIALIZABLE, session))
                    .as(second)
                    .isFalse();
        }
    }

    @Test
    void singleTransactionsHaveNoSessionOrder() {
        Level session = Level.of(Level.SERIALIZABLE.criterion(), Order.SESSION);
        assertThat(Lattice.of(Mini.parse("T1: w(x,1) c\nT2: r(x,1) c\n")).implies(Level.SERIALIZABLE, session))
                .isTrue();
        assertThat(Lattice.of(PLAIN).implies(Level.SERIALIZABLE, session)).isFalse();
    }

    @Test
    void maximalLevelsAreNamedOnce() {
        Lattice lattice = Lattice.ofAll();
        assertThat(lattice.maximal(List.of(Level.READ_COMMITTED, Level.SNAPSHOT_ISOLATION, Level.REPEATABLE_READ)))
                .containsExactly(Level.SNAPSHOT_ISOLATION, Level.REPEATABLE_READ);
        assertThat(lattice.maximal(List.of(Level.CAUSAL, level("axiomatic-causal"), level("strong-session-causal"))))
                .containsExactly(Level.CAUSAL);
        assertThat(lattice.maximal(Level.all()))
                .containsExactlyInAnyOrder(
                        Level.STRICT_SERIALIZABLE,
                        level("strong-session-serializable"),
                        level("strong-parallel-snapshot-isolation"),
                        level("strong-prefix-consistency"));
    }

    /** Any set of levels that is closed under the lattice may be what holds; the search must find it. */
    @Test
    void theSearchFindsWhatHolds() {
        int most = 0;
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            History history = random.nextBoolean() ? PLAIN : RANGES;
            Lattice lattice = Lattice.of(history);
            List<Level> candidates =
                    Level.all().stream().filter(level -> !level.needsTimes()).toList();
            Set<Level> holding = candidates.stream()
                    .filter(level -> random.nextInt(12) == 0)
                    .flatMap(level -> lattice.impliedBy(level).stream())
                    .filter(candidates::contains)
                    .collect(Collectors.toSet());
            Strongest search = new Strongest(history);
            List<Level> asked = ask(search, history, holding, Set.of());
            assertThat(asked).as("seed %d", seed).doesNotHaveDuplicates();
            assertThat(search.open()).isEmpty();
            assertThat(search.strongest()).as("seed %d", seed).isSubsetOf(holding);
            assertThat(holding).as("seed %d", seed).allMatch(level -> search.strongest().stream()
                    .anyMatch(top -> lattice.implies(top, level)));
            assertThat(Lattice.ofAll().maximal(search.strongest())).isEqualTo(search.strongest());
            most = Math.max(most, asked.size());
        }
        assertThat(most).isLessThan(Level.all().size() / 2);
    }

    @Test
    void theStrongestIsAskedFirstAndMayBeEnough() {
        Strongest search = new Strongest(PLAIN);
        assertThat(ask(search, PLAIN, Set.copyOf(Level.all()), Set.of()))
                .containsExactly(level("strong-session-serializable"));
        assertThat(search.strongest()).containsExactly(level("strong-session-serializable"));
    }

    @Test
    void whatIsUndecidedStaysOpenUnlessItFollows() {
        Strongest search = new Strongest(PLAIN);
        Level top = level("strong-session-serializable");
        List<Level> asked = ask(search, PLAIN, Set.of(), Set.of(top));
        assertThat(asked).contains(top);
        assertThat(search.strongest()).isEmpty();
        assertThat(search.open()).isEmpty(); // a weaker one was violated

        Strongest second = new Strongest(RANGES);
        Set<Level> holding = new HashSet<>(Lattice.of(RANGES).impliedBy(Level.SNAPSHOT_ISOLATION));
        holding.addAll(Lattice.of(RANGES).impliedBy(Level.REPEATABLE_READ));
        ask(second, RANGES, holding, Set.of(Level.SERIALIZABLE));
        assertThat(second.strongest()).containsExactly(Level.SNAPSHOT_ISOLATION, Level.REPEATABLE_READ);
        assertThat(second.open()).containsExactly(Level.SERIALIZABLE);
    }

    private static List<Level> ask(Strongest search, History history, Set<Level> holding, Set<Level> undecided) {
        List<Level> asked = new ArrayList<>();
        for (Optional<Level> next = search.next(); next.isPresent(); next = search.next()) {
            Level level = next.get();
            asked.add(level);
            search.tell(
                    level, undecided.contains(level) ? new Verdict.Undecided("") : verdict(history, level, holding));
        }
        return asked;
    }

    private static Verdict verdict(History history, Level level, Set<Level> holding) {
        if (holding.contains(level)) {
            Asg asg = AsgBuilder.build(history, OwnWrites.MUST);
            return new Verdict.Holds(asg, new Resolution(new int[0], new int[0], new int[0]));
        }
        return new Verdict.Violated(
                new Explanation(level, Anomaly.G0, Order.NONE, new Argument.Cycle(List.of()), history));
    }

    private static Level level(String name) {
        return Level.of(name).orElseThrow();
    }
}
