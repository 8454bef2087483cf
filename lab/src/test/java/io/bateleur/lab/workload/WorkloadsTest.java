package io.bateleur.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.lab.workload.Workloads.Entry;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WorkloadsTest {
    private static final Level LEVEL = Level.of("strong-session-serializable").orElseThrow();

    static Stream<String> names() {
        return Workloads.all().stream().map(Entry::name);
    }

    private static Workload withDefaults(String name) {
        return Workloads.of(name, Workloads.named(name).defaults());
    }

    private static Settings settings(String name, int keys, int duplicates) {
        Settings defaults = Workloads.named(name).defaults();
        return new Settings(keys, defaults.operations(), defaults.zipf(), duplicates);
    }

    @ParameterizedTest
    @MethodSource("names")
    void aSerialStoreIsSerializable(String name) throws Exception {
        Run run = Run.of(withDefaults(name), 1, 400, 1);
        assertThat(run.history().transactionCount()).isGreaterThanOrEqualTo(400);
        assertHolds(run);
    }

    @ParameterizedTest
    @MethodSource("names")
    void fourThreadsBearEachOther(String name) throws Exception {
        assertHolds(Run.of(withDefaults(name), 4, 150, 2));
    }

    private static void assertHolds(Run run) {
        Verdict verdict =
                new Checker().check(run.history(), LEVEL, Budget.unlimited().within(Duration.ofMinutes(2)));
        assertThat(verdict).isInstanceOf(Verdict.Holds.class);
    }

    @ParameterizedTest
    @MethodSource("names")
    void usesTheOperationsThatItDeclaresAndNoOthers(String name) throws Exception {
        Workload workload = withDefaults(name);
        Run run = Run.of(workload, 1, 400, 3);
        assertThat(run.operations().map(Operation::kind).collect(Collectors.toSet()))
                .isEqualTo(workload.operations());
    }

    @ParameterizedTest
    @MethodSource("names")
    void writesNoValueTwiceUnlessAsked(String name) throws Exception {
        Settings unique = settings(name, Workloads.named(name).defaults().keys(), 0);
        assertThat(written(Run.of(Workloads.of(name, unique), 4, 100, 4))).doesNotHaveDuplicates();
        Settings repeated = settings(name, Workloads.named(name).defaults().keys(), 3);
        assertThat(written(Run.of(Workloads.of(name, repeated), 4, 100, 4)).stream()
                        .distinct()
                        .count())
                .isLessThan(
                        written(Run.of(Workloads.of(name, repeated), 4, 100, 4)).size());
    }

    private static List<String> written(Run run) {
        return run.operations()
                .filter(operation -> operation.kind() == OpKind.PUT || operation.kind() == OpKind.APPEND)
                .map(operation -> operation.content().toString())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void theSameSeedGivesTheSameOperations(String name) throws Exception {
        List<String> once = Run.of(withDefaults(name), 1, 200, 5).described();
        assertThat(Run.of(withDefaults(name), 1, 200, 5).described()).isEqualTo(once);
        assertThat(Run.of(withDefaults(name), 1, 200, 6).described()).isNotEqualTo(once);
    }

    @ParameterizedTest
    @MethodSource("names")
    void oneKeyIsEnoughAndASteepLawIsBorne(String name) throws Exception {
        Run.of(Workloads.of(name, new Settings(1, 1, 0, 0)), 2, 50, 7);
        Run.of(Workloads.of(name, new Settings(30, 3, 20, 0)), 2, 50, 7);
    }

    @Test
    void namesDifferAndAreFound() {
        assertThat(names()).doesNotHaveDuplicates().hasSize(17);
        assertThat(Workloads.named("TPCC").name()).isEqualTo("tpcc");
        assertThat(Workloads.all()).allSatisfy(entry -> {
            assertThat(entry.description()).isNotBlank().doesNotContain("\n");
            assertThat(entry.with().apply(entry.defaults()).next(new SplittableRandom(0)))
                    .isNotNull();
        });
    }

    @Test
    void anUnknownNameIsAnsweredWithThoseNearIt() {
        assertThatThrownBy(() -> Workloads.of("tpc-c", Settings.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown workload 'tpc-c'")
                .hasMessageContaining("did you mean: tpcc?");
        assertThatThrownBy(() -> Workloads.named("blindw"))
                .hasMessageContaining("did you mean: blindw-rw or blindw-rm or blindw-wm?");
        assertThatThrownBy(() -> Workloads.named("xyzzy"))
                .hasMessageNotContaining("did you mean")
                .hasMessageContaining("hot-keys");
    }
}
