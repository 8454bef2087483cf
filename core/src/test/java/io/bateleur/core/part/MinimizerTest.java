package io.bateleur.core.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.Mini;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class MinimizerTest {

    @Test
    void leavesOutWhatIsNotNeeded() {
        History history = Mini.parse("""
                T1: w(x,1) w(z,1) c
                T2: r(x,1) w(y,2) w(z,2) c
                T3: r(y,2) r(z,1) w(q,1) c
                T4: r(q,1) c
                """);
        History small = Minimizer.minimize(history, OwnWrites.MUST, has("r(y,2)"), () -> false);
        assertThat(Mini.transactions(small)).containsExactly("T2: w(y,2) c", "T3: r(y,2) c");
    }

    @Test
    void needsFewTrials() {
        HistoryBuilder builder = History.builder();
        for (int i = 0; i < 4000; i++) {
            builder.begin("s" + i % 7, "T" + i)
                    .put(Value.of("k" + i), Value.of(i))
                    .put(Value.of("l" + i), Value.of(i))
                    .get(Value.of("k" + i / 2), i == 0 ? Value.of(0) : Value.of(i / 2))
                    .commit();
        }
        History history = builder.build();
        AtomicInteger trials = new AtomicInteger();
        List<String> needed = List.of("w(k17,17)", "w(l2500,2500)", "r(k1001,1001)", "w(k3999,3999)");
        History small = Minimizer.minimize(
                history,
                OwnWrites.MUST,
                part -> {
                    trials.incrementAndGet();
                    return needed.stream().allMatch(operation -> has(operation).test(part));
                },
                () -> false);
        // The read was made once, by T2002 (or T2003); it stays with the write that it saw.
        assertThat(Mini.transactions(small))
                .containsExactly(
                        "T17@s3: w(k17,17) c",
                        "T1001@s0: w(k1001,1001) c",
                        "T2003@s1: r(k1001,1001) c",
                        "T2500@s1: w(l2500,2500) c",
                        "T3999@s2: w(k3999,3999) c");
        assertThat(trials.get()).isLessThan(200);
    }

    @Test
    void nothingCanBeLeftOutOfTheResult() {
        Predicate<History> odd = history -> history.operationCount() % 2 == 1;
        History history = Mini.parse("T1: w(a,1) w(b,1) w(c,1) c\nT2: w(d,1) w(e,1) c");
        assertThat(Minimizer.minimize(history, OwnWrites.MUST, odd, () -> false).operationCount())
                .isEqualTo(1);
    }

    @Test
    void stopsWhenCancelled() {
        History history = Mini.parse("T1: w(a,1) c\nT2: w(b,1) c\nT3: w(c,1) c\nT4: w(d,1) c");
        AtomicInteger trials = new AtomicInteger();
        Predicate<History> always = part -> trials.incrementAndGet() > 0;
        assertThat(Minimizer.minimize(history, OwnWrites.MUST, always, () -> true))
                .isSameAs(history);
        assertThat(trials.get()).isZero();
        History half = Minimizer.minimize(history, OwnWrites.MUST, always, () -> trials.get() == 1);
        assertThat(half.transactionCount()).isEqualTo(2);
    }

    private static Predicate<History> has(String operation) {
        return history -> {
            for (Transaction transaction : history.transactions()) {
                for (Operation each : transaction.operations()) {
                    if (Notation.operation(each).equals(operation)) {
                        return true;
                    }
                }
            }
            return false;
        };
    }
}
