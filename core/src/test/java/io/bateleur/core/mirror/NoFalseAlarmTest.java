package io.bateleur.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.Simulation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store without a bug raises no alarm, whatever it is used for. */
class NoFalseAlarmTest {
    @ParameterizedTest
    @EnumSource
    void inRunsOfTheSimulatedStore(ConcurrencyControl control) {
        runs(control, 0, 30);
    }

    @Tag("soak")
    @ParameterizedTest
    @EnumSource
    void inManyRunsOfTheSimulatedStore(ConcurrencyControl control) {
        runs(control, 1_000, 600);
    }

    private static void runs(ConcurrencyControl control, long first, int count) {
        long certain = 0;
        for (long seed = first; seed < first + count; seed++) {
            History history =
                    Simulation.run(SimulatedRuns.config(control, seed)).history();
            Verifier verifier = SimulatedRuns.verify(history);
            assertThat(verifier.findings())
                    .as(() -> verifier.findings().stream()
                            .map(TextRenderer::render)
                            .toList()
                            .toString())
                    .withFailMessage(
                            "seed %d of %s: %s",
                            seed,
                            control,
                            verifier.findings().stream()
                                    .map(TextRenderer::render)
                                    .toList())
                    .isEmpty();
            assertThat(verifier.status().suspicions())
                    .as("suspicions that did not stand up, seed " + seed)
                    .isZero();
            certain += verifier.status().certainReads();
        }
        boolean claims = Profiles.bundled().of("simulated", control.word()).reads() != Profile.Reads.ANY;
        assertThat(certain > 0).isEqualTo(claims);
    }

    @Test
    void theProfilesOfTheSimulatedStoreAreThere() {
        assertThat(Profiles.bundled().named("simulated/si")).isPresent();
    }
}
