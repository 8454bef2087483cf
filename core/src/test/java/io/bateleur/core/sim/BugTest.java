package io.bateleur.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BugTest {
    private static final int SEEDS = 25;

    private static SimConfig config(Bug bug, int seed) {
        return new SimConfig()
                .control(bug.controls().get(0))
                .mix(bug.mix())
                .sessions(8)
                .keys(seed % 5 == 4 ? 1000 : 30)
                .transactions(400)
                .abortProbability(0.02)
                .unknownProbability(0.02)
                .seed(seed);
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
}
