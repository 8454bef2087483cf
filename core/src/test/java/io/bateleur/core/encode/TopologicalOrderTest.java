package io.bateleur.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologicalOrderTest {
    private static final String[] LINES = {
        "T1@s: r(y,1) w(x,1) c", "T2@r: w(y,1) c", "T3@s: r(x,1) c", "T4@r: r(x,1) w(z,1) c", "T5: w(q,1) c"
    };

    @Test
    void everyEdgeGoesForward() {
        for (String level : List.of("strong-session-serializable", "prefix-consistency", "read-committed")) {
            Ir ir = new Setting(level, LINES).ir;
            int[] order = TopologicalOrder.of(ir);
            assertThat(Arrays.stream(order).sorted().toArray())
                    .isEqualTo(java.util.stream.IntStream.range(0, ir.points()).toArray());
            int[] position = new int[order.length];
            for (int i = 0; i < order.length; i++) {
                position[order[i]] = i;
            }
            for (int p = 0; p < ir.points(); p++) {
                for (int e = ir.edges().first(p); e >= 0; e = ir.edges().next(e)) {
                    assertThat(position[p]).isLessThan(position[ir.edges().to(e)]);
                }
            }
        }
    }

    @Test
    void whatHasMoreBehindItComesFirst() {
        Setting setting = new Setting("strong-session-serializable", LINES);
        assertThat(TopologicalOrder.of(setting.ir)).startsWith(Arrays.copyOf(setting.order("T2 T1"), 2));
    }

    private static void append(EdgeList edges, int from, int to) {
        edges.add(from, to, Reason.EXTENSION.packed());
    }

    @Test
    void thereIsNoneWithACycle() {
        Setting setting = new Setting("serializable", LINES);
        EdgeList edges = setting.ir.edges().copy();
        int[] order = setting.order("T4 T2");
        append(edges, order[0], order[1]);
        append(edges, order[1], order[0]);
        Ir cyclic = setting.ir.with(edges, setting.ir.copyOfSources(), setting.ir.copyOfExclusions());
        assertThat(TopologicalOrder.of(cyclic)).isEmpty();
        assertThat(LazyEncoding.of(FirstOrder.of(cyclic))).isEmpty();
        assertThat(FirstOrder.of(cyclic).resolution(false)).isEmpty();
    }
}
