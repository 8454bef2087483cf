package io.bateleur.z3;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The checker against definitions that are put to Z3, and against itself with Z3 in place of passes and solver, on histories that are
 * too large for brute force. More than by default: {@code -Dz3.histories=1000}.
 */
class Z3TwinTest {
    private static final int HISTORIES = Integer.getInteger("z3.histories", 24);
    private static final Map<Z3Twin.Order, String> PREFIX =
            Map.of(Z3Twin.Order.DATA, "", Z3Twin.Order.SESSION, "strong-session-", Z3Twin.Order.REAL_TIME, "strong-");

    private final Checker ours = new Checker();
    private final Checker withZ3 = new Checker().with(List.of()).with(Z3Solver::new);
    private final Map<String, Integer> count = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    @Test
    void z3AgreesOnHistoriesOfMiddleSize() {
        for (int i = 0; i < HISTORIES && differences.size() < 3; i++) {
            History history = history(i);
            for (Z3Twin.Order order : Z3Twin.Order.values()) {
                compare(history, PREFIX.get(order) + "serializable", Z3Twin.isSerializable(history, order));
                compare(history, PREFIX.get(order) + "snapshot-isolation", Z3Twin.isSnapshotIsolated(history, order));
            }
        }
        assertThat(differences).isEmpty();
        assertThat(count.get("holds")).isGreaterThan(HISTORIES);
        assertThat(count.get("violated")).isGreaterThan(HISTORIES);
    }

    private static History history(int i) {
        ConcurrencyControl[] stores = ConcurrencyControl.values();
        SimMix[] mixes = {SimMix.BLINDW_RW, SimMix.RANDOM_BENCH, SimMix.RMW, SimMix.RANDOM_RANGE};
        Bug[] bugs = Bug.values();
        SimConfig config = new SimConfig()
                .mix(mixes[i % mixes.length])
                .sessions(4 + i % 5)
                .keys(5 + i % 7)
                .operations(3 + i % 3)
                .transactions(20 + i % 21)
                .duplicates(i % 3 == 0 ? 4 : 0)
                .abortProbability(0.05)
                .unknownProbability(i % 2 == 0 ? 0.1 : 0)
                .preloaded(i % 5 == 0)
                .seed(i);
        Bug bug = bugs[i / 2 % bugs.length];
        boolean buggy = i % 2 == 1 && bug.mix() != SimMix.LIST_APPEND;
        return Simulation.run(buggy ? config.bug(bug) : config.control(stores[i / 2 % stores.length]))
                .history();
    }

    private void compare(History history, String name, boolean holds) {
        Level level = Level.of(name).orElseThrow();
        String expected = holds ? "holds" : "violated";
        count.merge(expected, 1, Integer::sum);
        for (Checker checker : List.of(ours, withZ3)) {
            String said = checker.check(history, level, Budget.unlimited()).word();
            if (!said.equals(expected)) {
                differences.add("%n%s%s: %s, and %s says %s%n"
                        .formatted(
                                Mini.print(history), name, expected, checker == ours ? "ours" : "ours with Z3", said));
            }
        }
    }
}
