package io.bateleur.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The mixes of appendix A.5 of the Boomslang paper, counted. */
final class RandomOperationsTest {
    private static final int TRANSACTIONS = 3000;
    private static final int OPERATIONS = 8;
    /** Some five standard deviations. */
    private static final Offset<Double> TOLERANCE = within(0.015);
    /** So many that hardly anything is read and then written by chance. */
    private static final Settings SETTINGS = new Settings(500, OPERATIONS, 0, 0);

    /** What was counted, each as a share of all drawn operations. */
    private record Shares(Map<OpKind, Double> calls, double readModifyWrites) {
        double of(OpKind kind) {
            return calls.getOrDefault(kind, 0.0);
        }
    }

    private static List<Transaction> transactions(Function<Settings, Workload> workload) throws Exception {
        return Run.of(workload.apply(SETTINGS), 1, TRANSACTIONS, 1).history().transactions().stream()
                .filter(transaction -> !transaction.session().name().equals(Value.of("load")))
                .toList();
    }

    private static Shares count(Function<Settings, Workload> workload) throws Exception {
        Map<OpKind, Double> calls = new EnumMap<>(OpKind.class);
        double readModifyWrites = 0;
        double one = 1.0 / (TRANSACTIONS * OPERATIONS);
        for (Transaction transaction : transactions(workload)) {
            Optional<Value> justRead = Optional.empty();
            for (Operation operation : transaction.operations()) {
                calls.merge(operation.kind(), one, Double::sum);
                if (operation.kind() == OpKind.PUT && justRead.equals(Optional.of(operation.key()))) {
                    readModifyWrites += one;
                }
                justRead = operation.kind() == OpKind.GET ? Optional.of(operation.key()) : Optional.empty();
            }
        }
        return new Shares(calls, readModifyWrites);
    }

    @Test
    void randomBench() throws Exception {
        Shares shares = count(RandomOperations::bench);
        assertThat(shares.readModifyWrites()).isCloseTo(0.25, TOLERANCE);
        assertThat(shares.of(OpKind.GET) - shares.readModifyWrites()).isCloseTo(0.25, TOLERANCE);
        assertThat(shares.of(OpKind.PUT) - shares.readModifyWrites()).isCloseTo(0.25, TOLERANCE);
        assertThat(shares.of(OpKind.DELETE)).isCloseTo(0.05, TOLERANCE);
        assertThat(shares.of(OpKind.SCAN)).isCloseTo(0.10, TOLERANCE);
        assertThat(shares.of(OpKind.ITERATE)).isCloseTo(0.10, TOLERANCE);
    }

    @Test
    void randomRange() throws Exception {
        Shares shares = count(RandomOperations::range);
        assertThat(shares.readModifyWrites()).isCloseTo(0.25, TOLERANCE);
        assertThat(shares.of(OpKind.GET) - shares.readModifyWrites()).isCloseTo(0.25, TOLERANCE);
        assertThat(shares.of(OpKind.PUT) - shares.readModifyWrites()).isCloseTo(0.25, TOLERANCE);
        assertThat(shares.of(OpKind.DELETE)).isCloseTo(0.05, TOLERANCE);
        assertThat(shares.of(OpKind.SCAN)).isCloseTo(0.20, TOLERANCE);
        assertThat(shares.of(OpKind.ITERATE)).isZero();
    }

    @Test
    void randomReadModifyWriteRange() throws Exception {
        Shares shares = count(RandomOperations::rmwRange);
        assertThat(shares.readModifyWrites()).isCloseTo(0.90, TOLERANCE);
        assertThat(shares.of(OpKind.GET)).isEqualTo(shares.of(OpKind.PUT)).isCloseTo(0.90, TOLERANCE);
        assertThat(shares.of(OpKind.SCAN) / 2).isCloseTo(0.10, TOLERANCE);
    }

    @Test
    void everyRangeOfRandomReadModifyWriteRangeFollowsOneOverEverything() throws Exception {
        for (Transaction transaction : transactions(RandomOperations::rmwRange)) {
            List<Operation> scans = transaction.operations().stream()
                    .filter(operation -> operation.kind() == OpKind.SCAN)
                    .toList();
            for (int i = 0; i < scans.size(); i++) {
                assertThat(scans.get(i).low().isEmpty()).isEqualTo(i % 2 == 0);
                assertThat(scans.get(i).high().isEmpty()).isEqualTo(i % 2 == 0);
            }
        }
    }

    @Test
    void blindWrites() throws Exception {
        assertThat(count(RandomOperations::readsAndWrites).of(OpKind.GET)).isCloseTo(0.50, TOLERANCE);
        assertThat(count(RandomOperations::mostlyReads).of(OpKind.GET)).isCloseTo(0.90, TOLERANCE);
        assertThat(count(RandomOperations::mostlyWrites).of(OpKind.PUT)).isCloseTo(0.90, TOLERANCE);
    }

    @Test
    void rangesAreUpToAHundredKeysWideAndIteratorsStopAfterTenAtMost() throws Exception {
        List<Long> widths = new ArrayList<>();
        List<Integer> iterated = new ArrayList<>();
        for (Transaction transaction : transactions(RandomOperations::bench)) {
            for (Operation operation : transaction.operations()) {
                if (operation.kind().isRangeRead()) {
                    widths.add(number(operation.high()) - number(operation.low()));
                }
                if (operation.kind() == OpKind.ITERATE) {
                    iterated.add(operation.items().size());
                }
            }
        }
        assertThat(widths).allMatch(width -> 1 <= width && width <= 100).contains(1L, 100L);
        assertThat(iterated).allMatch(items -> items <= 10).contains(10);
    }

    private static long number(Optional<Value> bound) {
        return ((Value.Int) bound.orElseThrow()).value();
    }
}
