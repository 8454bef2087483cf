package io.bateleur.core.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EdgeListTest {
    private final EdgeList edges = new EdgeList(20, 0);

    EdgeListTest() {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            edges.add(random.nextInt(15), random.nextInt(20), i);
        }
    }

    /** Newest first. */
    private static List<String> from(EdgeList edges, int point) {
        List<String> found = new ArrayList<>();
        for (int e = edges.first(point); e >= 0; e = edges.next(e)) {
            found.add(edges.to(e) + " because " + edges.reason(e));
        }
        return found;
    }

    @Test
    void gatheredEdgesAreTheSameInTheSameOrderAndBesideEachOther() {
        EdgeList gathered = edges.gathered();

        assertThat(gathered.size()).isEqualTo(100);
        for (int p = 0; p < 20; p++) {
            assertThat(from(gathered, p)).isEqualTo(from(edges, p));
            for (int e = gathered.first(p); e >= 0; e = gathered.next(e)) {
                assertThat(gathered.next(e)).isIn(e + 1, -1);
            }
        }
    }

    @Test
    void gatheredEdgesMayBeAddedTo() {
        EdgeList gathered = edges.gathered();
        gathered.add(18, 2, 7);
        gathered.add(3, 2, 8);

        assertThat(from(gathered, 18)).containsExactly("2 because 7");
        assertThat(from(gathered, 3))
                .startsWith("2 because 8")
                .hasSize(from(edges, 3).size() + 1);
    }
}
