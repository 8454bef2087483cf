package io.bateleur.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.ir.Ir;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordedOrderTest {

    @Test
    void theHeapGivesTheLeastFirst() {
        Random random = new Random(5);
        IntHeap heap = new IntHeap(300);
        PriorityQueue<Integer> expected = new PriorityQueue<>(Comparator.naturalOrder());
        for (int i = 0; i < 2_000; i++) {
            if (expected.size() < 300 && (expected.isEmpty() || random.nextInt(5) < 3)) {
                int integer = random.nextInt(1_000);
                heap.add(integer);
                expected.add(integer);
            } else {
                assertThat(heap.removeLeast()).isEqualTo(expected.remove());
            }
            assertThat(heap.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }

    @Test
    void followsTheTraceAsFarAsEdgesAllow() {
        // T1 reads what T3 wrote, so T3 comes before it; all others stay as they were recorded.
        Ir ir = new Setting("serializable", "T1: r(x,3) c", "T2: w(y,2) c", "T3: w(x,3) c", "T4: w(z,4) c").ir;

        assertThat(transactions(ir)).containsExactly(1, 2, 0, 3);
    }

    private static int[] transactions(Ir ir) {
        return Arrays.stream(RecordedOrder.of(ir))
                .map(ir::transactionAt)
                .distinct()
                .toArray();
    }
}
