package io.bateleur.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimResult;
import io.bateleur.core.sim.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The seeded bugs of the simulated store that its mechanisms forbid are found; docs/watch.md has the table. */
class SeededBugsTest {
    /** A bug in a store that has it. */
    record Row(Bug bug, ConcurrencyControl control) {
        @Override
        public String toString() {
            return bug.word() + " in " + control.word();
        }
    }

    static Stream<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Bug bug : Bug.values()) {
            for (ConcurrencyControl control : bug.controls()) {
                if (Profiles.bundled().named("simulated/" + control.word()).isPresent()) {
                    rows.add(new Row(bug, control));
                }
            }
        }
        return rows.stream();
    }

    /** Reads of a store that shows what is not committed are not judged, and nobody's iterations of it. */
    private static boolean isForbidden(Row row) {
        return row.control != ConcurrencyControl.READ_UNCOMMITTED || row.bug == Bug.DIRTY_WRITE;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void areFound(Row row) {
        if (isForbidden(row)) {
            assertThat(new Rate(row, 1, 3, true).found).as(row.toString()).isPositive();
        }
    }

    @Tag("soak")
    @ParameterizedTest
    @MethodSource("rows")
    void areFoundInNearlyAllRuns(Row row) {
        Rate rate = new Rate(row, 100, 20, false);
        System.out.println("| " + row.bug.word() + " | " + row.control.word() + " | " + rate.found + " of " + rate.fired
                + " | " + rate.names);
        if (isForbidden(row)) {
            assertThat(rate.found * 10).as(row.toString()).isGreaterThanOrEqualTo(rate.fired * 9);
        }
    }

    /** In how many runs a bug struck, and in how many of these something was found. */
    private static final class Rate {
        int fired;
        int found;
        final Map<String, Integer> names = new TreeMap<>();

        Rate(Row row, long firstSeed, int runs, boolean once) {
            for (long seed = firstSeed; seed < firstSeed + runs && !(once && found > 0); seed++) {
                SimResult run = Simulation.run(new SimConfig()
                        .bug(row.bug)
                        .control(row.control)
                        .sessions(6)
                        .transactions(200)
                        .keys(12)
                        .seed(seed));
                if (run.bugsFired() == 0) {
                    continue;
                }
                Verifier verifier = SimulatedRuns.verify(run.history());
                fired++;
                found += verifier.findings().isEmpty() ? 0 : 1;
                for (BrokenMechanism finding : verifier.findings()) {
                    names.merge(finding.title().name(), 1, Integer::sum);
                }
            }
        }
    }
}
