package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every implication of the lattice, in its circumstances, against the brute-force twin on random histories. */
class LatticeTwinTest {
    private static final int HISTORIES = Integer.getInteger("lattice.histories", 6_000);

    @Test
    void noHistoryRefutesAnImplication() {
        List<Shape> shapes = Shape.all();
        Map<Implication, Integer> tried = new LinkedHashMap<>();
        for (int i = 0; i < HISTORIES; i++) {
            Shape shape = shapes.get(i % shapes.size());
            long seed = i / shapes.size();
            History history = SmallHistories.random(seed, shape);
            Set<Level> holding = Twin.holding(history, Level.all(), OwnWrites.MUST);
            Set<Circumstance> given = EnumSet.noneOf(Circumstance.class);
            for (Circumstance circumstance : Circumstance.values()) {
                if (circumstance.isTrueOf(history)) {
                    given.add(circumstance);
                }
            }
            for (Implication each : Lattice.implications()) {
                if (given.contains(each.when()) && holding.contains(each.stronger())) {
                    tried.merge(each, 1, Integer::sum);
                    assertThat(holding)
                            .as("%s; shape %s, seed %d%n%s", each, shape, seed, Mini.print(history))
                            .contains(each.weaker());
                }
            }
        }
        for (Implication each : Lattice.implications()) {
            assertThat(tried.getOrDefault(each, 0))
                    .as("how often this was tried: " + each)
                    .isGreaterThan(HISTORIES / 1000);
        }
    }
}
