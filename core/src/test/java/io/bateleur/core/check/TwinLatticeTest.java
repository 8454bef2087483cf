package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Looks for a refutation of each arrow between levels, and for histories on both sides of each level. */
class TwinLatticeTest {
    private static final int HISTORIES = Integer.getInteger("twin.lattice", 20_000);

    /** Stronger levels first; a chain of arrows a line. */
    private static final List<String> CHAINS = List.of(
            "serializable > repeatable-read > cursor-stability > read-committed > read-uncommitted",
            "serializable > snapshot-isolation > consistent-view > cursor-stability",
            "snapshot-isolation > consistent-view > read-atomic > monotonic-atomic-view > read-committed",
            "strong-snapshot-isolation > forward-consistent-view > consistent-view",
            "strong-session-forward-consistent-view > forward-consistent-view",
            "strong-session-forward-consistent-view > strong-session-consistent-view",
            "strong-session-serializable > strong-session-snapshot-isolation > parallel-snapshot-isolation > causal",
            "strong-session-snapshot-isolation > prefix-consistency > causal",
            "parallel-snapshot-isolation > consistent-view",
            "causal > axiomatic-read-atomic > strong-session-read-atomic",
            "axiomatic-read-atomic > read-your-writes",
            "causal > read-your-writes",
            "causal > monotonic-reads",
            "causal > monotonic-writes",
            "causal > writes-follow-reads",
            "read-atomic > read-committed",
            "strong-session-read-uncommitted > monotonic-writes",
            "axiomatic-serializable > axiomatic-snapshot-isolation > axiomatic-prefix > axiomatic-causal",
            "axiomatic-causal > axiomatic-read-atomic > axiomatic-read-committed > strong-session-read-committed");

    /** Two names of the same thing; the first is the twin's own definition, the second what the product's table makes of it. */
    private static final Map<String, String> SAME = Map.of(
            "axiomatic-read-committed", "strong-session-monotonic-atomic-view",
            "axiomatic-causal", "causal",
            "axiomatic-prefix", "prefix-consistency",
            "axiomatic-snapshot-isolation", "strong-session-snapshot-isolation",
            "axiomatic-serializable", "strong-session-serializable",
            "parallel-snapshot-isolation", "strong-session-consistent-view",
            "forward-consistent-view", "strong-consistent-view",
            "strong-session-forward-consistent-view", "strong-parallel-snapshot-isolation",
            "strong-session-causal", "causal");

    /** Left does not imply right: some history must show it. */
    private static final List<String> NO_ARROWS = List.of(
            "snapshot-isolation > repeatable-read",
            "repeatable-read > snapshot-isolation",
            "repeatable-read > consistent-view",
            "serializable > causal",
            "serializable > forward-consistent-view",
            "strong-session-serializable > forward-consistent-view",
            "consistent-view > snapshot-isolation",
            "parallel-snapshot-isolation > prefix-consistency",
            "prefix-consistency > parallel-snapshot-isolation",
            "prefix-consistency > cursor-stability",
            "causal > cursor-stability",
            "causal > prefix-consistency",
            "axiomatic-read-atomic > causal",
            "read-atomic > axiomatic-read-atomic",
            "monotonic-atomic-view > read-atomic",
            "read-committed > monotonic-atomic-view",
            "read-committed > cursor-stability",
            "cursor-stability > monotonic-atomic-view",
            "read-uncommitted > read-committed",
            "read-your-writes > monotonic-reads",
            "monotonic-reads > read-your-writes",
            "monotonic-writes > writes-follow-reads",
            "writes-follow-reads > monotonic-writes");

    private final List<Level> levels = Level.all();
    private final Map<Level, Integer> holds = new LinkedHashMap<>();
    private final List<Level[]> arrows = arrows();
    private final List<Level[]> missing =
            new ArrayList<>(NO_ARROWS.stream().map(TwinLatticeTest::pair).toList());

    @Test
    void noHistoryRefutesAnArrow() {
        List<Shape> shapes = Shape.all();
        for (int i = 0; i < HISTORIES; i++) {
            Shape shape = shapes.get(i % shapes.size());
            long seed = i / shapes.size();
            History history = SmallHistories.random(seed, shape);
            Set<Level> holding = Twin.holding(history, levels, OwnWrites.MUST);
            holding.forEach(level -> holds.merge(level, 1, Integer::sum));
            missing.removeIf(pair -> holding.contains(pair[0]) && !holding.contains(pair[1]));
            for (Level[] arrow : arrows) {
                if (holding.contains(arrow[0]) && !holding.contains(arrow[1]) && isMeant(arrow, history)) {
                    fail("%s holds and %s does not; shape %s, seed %d%n%s"
                            .formatted(arrow[0], arrow[1], shape, seed, Mini.print(history)));
                }
            }
        }
        print();
        assertThat(missing).as("no history tells these apart").map(List::of).isEmpty();
        for (Level level : levels) {
            assertThat(holds.getOrDefault(level, 0))
                    .as("histories of %d at which %s holds", HISTORIES, level)
                    .isBetween(HISTORIES / 200, HISTORIES - HISTORIES / 200);
        }
    }

    private void print() {
        StringBuilder table = new StringBuilder("of %d histories%n".formatted(HISTORIES));
        for (Level level : levels) {
            int yes = holds.getOrDefault(level, 0);
            table.append("%-45s holds %6d violated %6d%n".formatted(level, yes, HISTORIES - yes));
        }
        System.out.println(table);
    }

    private static List<Level[]> arrows() {
        List<Level[]> arrows = new ArrayList<>();
        for (String chain : CHAINS) {
            String[] names = chain.split(" > ");
            for (int i = 1; i < names.length; i++) {
                arrows.add(pair(names[i - 1] + " > " + names[i]));
            }
        }
        SAME.forEach((one, other) -> {
            arrows.add(pair(one + " > " + other));
            arrows.add(pair(other + " > " + one));
        });
        for (Level level : Level.all()) {
            Level.of("strong-session-" + level).ifPresent(session -> {
                arrows.add(new Level[] {session, level});
                Level.of("strong-" + level).ifPresent(strong -> {
                    arrows.add(new Level[] {strong, level});
                    arrows.add(new Level[] {strong, session});
                });
            });
        }
        return arrows;
    }

    private static Level[] pair(String arrow) {
        String[] names = arrow.split(" > ");
        return new Level[] {Level.of(names[0]).orElseThrow(), Level.of(names[1]).orElseThrow()};
    }

    /** Real time implies session order only where there are times, and the answers came. */
    private static boolean isMeant(Level[] arrow, History history) {
        boolean fromTimeToSessions =
                arrow[0].countsRealTime() && !arrow[0].countsSessions() && arrow[1].countsSessions();
        return !fromTimeToSessions || sessionsAreTimed(history);
    }

    private static boolean sessionsAreTimed(History history) {
        TwinFacts facts = new TwinFacts(history);
        boolean certain = history.transactions().stream().allMatch(t -> t.ending() != Ending.UNKNOWN);
        return certain && (facts.so & ~facts.rt) == 0;
    }
}
