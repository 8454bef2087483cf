package io.bateleur.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.report.TextRenderer;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every finding is one of a database that tries all instants; and nearly all of its are found. */
class InstantTwinTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres/read-committed",
                "postgres/repeatable-read",
                "postgres/serializable",
                "mariadb/repeatable-read",
                "mariadb/serializable"
            })
    void everyFindingIsTheTwins(String profile) {
        compare(profile, 0, 200);
    }

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres/read-committed",
                "postgres/repeatable-read",
                "postgres/serializable",
                "mariadb/repeatable-read",
                "mariadb/serializable"
            })
    void everyFindingOfManyIsTheTwins(String profile) {
        compare(profile, 100_000, 10_000);
    }

    private static void compare(String name, long first, int traces) {
        Profile profile = Profiles.bundled().named(name).orElseThrow();
        int impossible = 0;
        int found = 0;
        for (long seed = first; seed < first + traces; seed++) {
            TinyTrace trace = new TinyTrace(seed);
            InstantTwin twin = new InstantTwin(trace, profile);
            boolean explained = twin.explains();
            Verifier verifier = SimulatedRuns.verify(trace.history(profile));
            boolean finding = !verifier.findings().isEmpty();
            if (finding) {
                assertThat(explained)
                        .withFailMessage(
                                "%s, seed %d: no twin's finding: %s %s",
                                name,
                                seed,
                                verifier.findings().stream()
                                        .map(TextRenderer::render)
                                        .toList(),
                                trace)
                        .isFalse();
            }
            if (!explained) {
                impossible++;
                found += finding ? 1 : 0;
                if (!finding && Boolean.getBoolean("missed")) {
                    System.out.println("missed " + name + " " + seed + " "
                            + verifier.status().suspicions() + trace);
                }
            }
        }
        System.out.println(String.format(
                Locale.ROOT,
                "%s: %d traces, %d impossible, of these %.1f %% found",
                name,
                traces,
                impossible,
                100.0 * found / impossible));
        assertThat(found * 100L).as("found of " + impossible).isGreaterThanOrEqualTo(impossible * 80L);
    }
}
