package io.bateleur.examine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Evidence;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a report shows of a level that holds. */
class WitnessExcerptTest {

    /** Each reads what the one before it wrote, so there is only one order. */
    private static Evidence chain(int length) {
        HistoryBuilder builder = History.builder();
        int key = builder.keys().intern(Value.of(1));
        for (int i = 1; i <= length; i++) {
            int t = builder.begin(builder.session(Value.of("s" + i)), Value.of(length - i));
            int seen = i == 1 ? History.ABSENT : builder.values().intern(Value.of(i - 1));
            builder.operation(t, OpKind.GET, key, seen, 0);
            builder.operation(t, OpKind.PUT, key, builder.values().intern(Value.of(i)), 0);
            builder.end(t, Ending.COMMITTED);
        }
        Judge judge = Judge.standard();
        Verdict verdict =
                judge.check(judge.graph(builder.build()), Level.SERIALIZABLE, new Budget(1_000_000, () -> false));
        return WitnessExcerpt.of((Verdict.Holds) verdict);
    }

    @Test
    void aShortOrderIsShownWhole() {
        Evidence order = chain(3);
        assertThat(order.heading()).isEqualTo("Replayed: 3 transactions, 3 reads. Their order");
        assertThat(order.lines())
                .isEqualTo(List.of("T2: r(k1,_) w(k1,1)", "T1: r(k1,1) w(k1,2)", "T0: r(k1,2) w(k1,3)"));
    }

    @Test
    void ofALongOrderTheBeginningIsShown() {
        Evidence order = chain(1200);
        assertThat(order.heading()).isEqualTo("Replayed: 1,200 transactions, 1,200 reads. Their order begins");
        assertThat(order.lines()).hasSize(12).startsWith("T1199: r(k1,_) w(k1,1)");
    }
}
