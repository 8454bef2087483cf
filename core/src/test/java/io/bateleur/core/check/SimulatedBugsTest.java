package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.SimResult;
import io.bateleur.core.sim.Simulation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every bug of a simulated store is caught and named; docs/simulated-bugs.md shows by what names. */
class SimulatedBugsTest {
    private static final int SEEDS = 6;

    /** One bug in one store, and what was found in its runs. */
    private record Row(Bug bug, ConcurrencyControl store, Level level, int struck, List<Explanation> found) {
        Set<Anomaly> names() {
            return found.stream()
                    .map(Explanation::anomaly)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Anomaly.class)));
        }

        /** Without suffixes, and without what has nothing to do with the bug: which of several is shown may change any day. */
        String told() {
            List<String> told = new ArrayList<>();
            names().stream().filter(expected(bug)::contains).forEach(name -> told.add(name.title()));
            if (!expected(bug).containsAll(names())) {
                told.add("what the store does by design");
            }
            return String.join(", ", told);
        }

        private boolean isMeantFor() {
            return bug.controls().get(0) == store;
        }
    }

    /** What a bug shows as, at the level that it breaks, in a store that has no other anomalies there. */
    private static Set<Anomaly> expected(Bug bug) {
        return switch (bug) {
            case DIRTY_READ -> EnumSet.of(Anomaly.G1C);
            case DIRTY_WRITE -> EnumSet.of(Anomaly.G0);
            case ABORTED_READ -> EnumSet.of(Anomaly.G1A);
            case INTERMEDIATE_READ -> EnumSet.of(Anomaly.G1B);
            case LOST_UPDATE -> EnumSet.of(Anomaly.LOST_UPDATE);
            case READ_SKEW -> EnumSet.of(Anomaly.G_SINGLE_ITEM);
            case FRACTURED_READ -> EnumSet.of(Anomaly.FRACTURED_READ);
            case WRITE_SKEW -> EnumSet.of(Anomaly.G2_ITEM);
            case LONG_FORK -> EnumSet.of(Anomaly.G_NONADJACENT_ITEM);
            case PHANTOM -> EnumSet.of(Anomaly.G2, Anomaly.G_SINGLE);
            case LOST_DELETE -> EnumSet.of(Anomaly.G_SINGLE_ITEM, Anomaly.LOST_UPDATE);
            case STALE_SNAPSHOT, REAL_TIME_ORDER_BROKEN, SCAN_RETURNS_DELETED_KEY -> EnumSet.of(Anomaly.G_SINGLE_ITEM);
            case SESSION_ORDER_BROKEN -> EnumSet.of(Anomaly.G_SINGLE_ITEM, Anomaly.MISSED_OWN_WRITE);
            case FUTURE_READ -> EnumSet.of(Anomaly.FUTURE_READ);
            case IGNORED_OWN_WRITE -> EnumSet.of(Anomaly.IGNORED_OWN_WRITE);
            case ITERATOR_SKIPS_KEY -> EnumSet.of(Anomaly.G_SINGLE);
        };
    }

    @Test
    void everyBugIsCaughtAndNamed() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (Bug bug : Bug.values()) {
            for (ConcurrencyControl store : bug.controls()) {
                rows.add(run(bug, store));
            }
        }
        for (Row row : rows) {
            if (row.isMeantFor()) {
                assertThat(row.found()).as(row.bug().word()).hasSize(SEEDS);
                assertThat(expected(row.bug())).as(row.bug().word()).containsAll(row.names());
            }
        }
        Golden.compare("docs/simulated-bugs.md", "bugs", table(rows));
    }

    @Test
    void theSuffixSaysWhatTheArgumentNeeds() {
        assertThat(run(Bug.STALE_SNAPSHOT, ConcurrencyControl.SNAPSHOT_ISOLATION)
                        .found())
                .allMatch(why -> why.order() == Order.REAL_TIME);
        assertThat(run(Bug.SESSION_ORDER_BROKEN, ConcurrencyControl.SNAPSHOT_ISOLATION)
                        .found())
                .allMatch(why -> why.order() == Order.SESSION);
    }

    /**
     * A store that promises less than the bug breaks has other anomalies at that level; they hide the bug. So it is asked for what
     * it promises, as long as the bug breaks that too.
     */
    private static Row run(Bug bug, ConcurrencyControl store) {
        Level broken = Level.of(bug.breaks()).orElseThrow();
        Level promised = Level.of(store.level()).orElseThrow();
        boolean promisesLess = Lattice.ofAll().implies(broken, promised) && !broken.equals(promised);
        if (promisesLess) {
            Row row = run(bug, store, promised);
            if (row.found().size() >= row.struck()) {
                return row;
            }
        }
        Row row = run(bug, store, broken);
        assertThat(row.found())
                .as("%s in %s", bug.word(), store.word())
                .hasSizeGreaterThanOrEqualTo(Math.max(1, row.struck()));
        return row;
    }

    private static Row run(Bug bug, ConcurrencyControl store, Level level) {
        List<Explanation> found = new ArrayList<>();
        int struck = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SimResult result = Simulation.run(new SimConfig()
                    .bug(bug)
                    .control(store)
                    .mix(bug.mix())
                    .transactions(300)
                    .keys(50)
                    .abortProbability(0.02)
                    .unknownProbability(bug.mix() == SimMix.ALL ? 0 : 0.02)
                    .seed(seed));
            Verdict verdict = new Checker()
                    .check(result.history(), level, Budget.unlimited().within(Duration.ofSeconds(20)));
            assertThat(verdict)
                    .as("%s in %s, seed %d, at %s", bug.word(), store.word(), seed, level)
                    .isNotInstanceOf(Verdict.Undecided.class);
            struck += result.bugsFired() > 0 ? 1 : 0;
            if (verdict instanceof Verdict.Violated violated) {
                found.add(violated.why());
            }
        }
        return new Row(bug, store, level, struck, found);
    }

    private static String table(List<Row> rows) {
        StringBuilder out = new StringBuilder();
        for (Bug bug : Bug.values()) {
            out.append("\n## %s\n\n%s. Breaks `%s`; workload `%s`.\n\n"
                    .formatted(
                            bug.word(),
                            bug.description().substring(0, 1).toUpperCase(Locale.ROOT)
                                    + bug.description().substring(1),
                            bug.breaks(),
                            bug.mix().word()));
            out.append("| store | level | struck | caught | as |\n| --- | --- | --- | --- | --- |\n");
            rows.stream()
                    .filter(row -> row.bug() == bug)
                    .forEach(row -> out.append("| `%s` | `%s` | %d | %d | %s |\n"
                            .formatted(
                                    row.store().word(),
                                    row.level(),
                                    row.struck(),
                                    row.found().size(),
                                    row.told())));
        }
        return out.append('\n').toString();
    }
}
