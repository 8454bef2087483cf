package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.Simulation;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No false alarm: whatever a simulated store without a bug does, its promise holds. */
class SimulatedStoresTest {
    private static final int SEEDS = 20;
    private static final Set<SimMix> WITH_LISTS = EnumSet.of(SimMix.LIST_APPEND, SimMix.ALL);
    /** With many writers of one value there are too many ways in which it may hold to write them all down. */
    private static final Level WRITES_FOLLOW_READS =
            Level.of("writes-follow-reads").orElseThrow();

    static Stream<Arguments> storesAndMixes() {
        return Stream.of(ConcurrencyControl.values())
                .flatMap(store -> Stream.of(SimMix.values()).map(mix -> Arguments.of(store, mix)));
    }

    @ParameterizedTest
    @MethodSource("storesAndMixes")
    void keepsItsPromise(ConcurrencyControl store, SimMix mix) {
        for (int seed = 0; seed < SEEDS; seed++) {
            keepsItsPromise(new Settings(store, mix, seed, 40));
        }
    }

    @Tag("soak")
    @ParameterizedTest
    @MethodSource("storesAndMixes")
    void keepsItsPromiseForLong(ConcurrencyControl store, SimMix mix) {
        for (int seed = SEEDS; seed < 100 * SEEDS; seed++) {
            keepsItsPromise(new Settings(store, mix, seed, seed % 100 == 0 ? 400 : 60));
        }
    }

    private static void keepsItsPromise(Settings settings) {
        History history = Simulation.run(settings.config()).history();
        Level promised = Level.of(settings.store.level()).orElseThrow();
        Checker checker = new Checker();
        holds(checker, history, promised, settings);
        if (settings.seed % 10 == 0) {
            Lattice.of(history).impliedBy(promised).stream()
                    .filter(implied -> settings.duplicates == 0 || !implied.equals(WRITES_FOLLOW_READS))
                    .forEach(implied -> holds(checker, history, implied, settings));
        }
    }

    private static void holds(Checker checker, History history, Level level, Settings settings) {
        Verdict verdict = checker.check(history, level, Budget.unlimited().within(Duration.ofSeconds(20)));
        if (verdict instanceof Verdict.Undecided undecided && settings.mayBeUndecided(undecided.reason())) {
            return;
        }
        String told =
                verdict instanceof Verdict.Violated violated ? TextRenderer.render(violated.why()) : verdict.toString();
        assertThat(verdict).as("%s at %s:%n%s", settings, level, told).isInstanceOf(Verdict.Holds.class);
    }

    /** One run, its other settings drawn by its seed. */
    private record Settings(
            ConcurrencyControl store,
            SimMix mix,
            int seed,
            int transactions,
            int sessions,
            int keys,
            int operations,
            double aborts,
            double unknowns,
            int duplicates,
            boolean preloaded,
            boolean hints) {

        Settings(ConcurrencyControl store, SimMix mix, int seed, int most) {
            this(store, mix, seed, most, new Random(seed * 1000L + store.ordinal() * 10L + mix.ordinal()));
        }

        private Settings(ConcurrencyControl store, SimMix mix, int seed, int most, Random random) {
            this(
                    store,
                    mix,
                    seed,
                    10 + random.nextInt(most),
                    2 + random.nextInt(5),
                    2 + random.nextInt(8),
                    1 + random.nextInt(6),
                    random.nextBoolean() ? 0.1 : 0,
                    random.nextBoolean() && losesAnswers(store, mix) ? 0.1 : 0,
                    random.nextInt(3) == 0 && !WITH_LISTS.contains(mix) ? 2 + random.nextInt(6) : 0,
                    random.nextInt(3) == 0,
                    random.nextBoolean());
        }

        /**
         * What an unknown transaction appended may have been seen before it was rolled back. To us that it was seen means that it
         * happened, at every level, and then dirty reads look like dirty writes.
         */
        private static boolean losesAnswers(ConcurrencyControl store, SimMix mix) {
            return store != ConcurrencyControl.READ_UNCOMMITTED || !WITH_LISTS.contains(mix);
        }

        /**
         * A store that lost answers may have shown more of a list than we can believe; and many writers of the same few values
         * may be too many for the time limit.
         */
        boolean mayBeUndecided(String reason) {
            return mix == SimMix.ALL && unknowns > 0 && reason.contains("may not have happened, read more of the list")
                    || duplicates > 0 && transactions > 60 && reason.contains("cancelled");
        }

        SimConfig config() {
            return new SimConfig()
                    .control(store)
                    .mix(mix)
                    .seed(seed)
                    .transactions(transactions)
                    .sessions(sessions)
                    .keys(keys)
                    .operations(operations)
                    .variesOperations(true)
                    .abortProbability(aborts)
                    .unknownProbability(unknowns)
                    .duplicates(duplicates)
                    .preloaded(preloaded)
                    .hints(hints);
        }
    }
}
