package io.bateleur.core.ints;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongHeapTest {
    @Test
    void theHeapGivesTheLeastFirst() {
        Random random = new Random(5);
        LongHeap heap = new LongHeap();
        PriorityQueue<Long> expected = new PriorityQueue<>(Comparator.naturalOrder());
        for (int i = 0; i < 2_000; i++) {
            if (expected.size() < 300 && (expected.isEmpty() || random.nextInt(5) < 3)) {
                long number = random.nextInt(1_000);
                heap.add(number);
                expected.add(number);
            } else {
                assertThat(heap.removeLeast()).isEqualTo(expected.remove());
            }
            assertThat(heap.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
