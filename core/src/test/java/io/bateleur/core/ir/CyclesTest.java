package io.bateleur.core.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CyclesTest {
    private static final int WHY = 0;

    @Test
    void aShortestCycleIsOne() {
        int found = 0;
        for (int seed = 0; seed < 3000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int points = 1 + random.nextInt(12);
            EdgeList edges = new EdgeList(points, 4);
            for (int e = random.nextInt(2 * points); e > 0; e--) {
                edges.add(random.nextInt(points), random.nextInt(points), WHY);
            }
            boolean[] placed = Cycles.placed(edges);
            int[] cycle = Components.smallestWithCycle(edges, placed).length == 0
                    ? new int[0]
                    : Cycles.shortest(edges, placed);
            for (int i = 0; i < cycle.length; i++) {
                assertThat(edges.find(cycle[i], cycle[(i + 1) % cycle.length])).isNotNegative();
            }
            assertThat(cycle.length == 0).as("seed %d", seed).isEqualTo(isAllTrue(placed));
            found += cycle.length > 0 ? 1 : 0;
        }
        assertThat(found).isBetween(500, 2500);
    }

    private static boolean isAllTrue(boolean[] each) {
        boolean all = true;
        for (boolean one : each) {
            all &= one;
        }
        return all;
    }

    /** Each point behind the cycle was once tried in vain, at the cost of all that is behind it. */
    @Test
    void whatIsOnlyBehindACycleIsNotSearched() {
        int points = 300_000;
        EdgeList edges = new EdgeList(points, points);
        edges.add(points - 2, points - 1, WHY);
        edges.add(points - 1, points - 2, WHY);
        edges.add(points - 1, 0, WHY);
        for (int p = 0; p + 3 < points; p++) {
            edges.add(p, p + 1, WHY);
        }
        assertThat(Cycles.shortest(edges, Cycles.placed(edges))).containsExactlyInAnyOrder(points - 2, points - 1);
    }
}
