package io.bateleur.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.ir.Ir;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecordedOrderTest {

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
