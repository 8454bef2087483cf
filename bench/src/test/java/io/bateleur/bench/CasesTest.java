package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.Level;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static final Cases FULL = new Cases(new Scale(1));

    @Test
    void everyStoreGivesWhatIsAskedOfIt() {
        for (Case each : all(new Cases(new Scale(0.0001)))) {
            Level level = Level.of(each.level()).orElseThrow();
            assertThat(new Checker().check(each.recipe().history(), level, Budget.unlimited()))
                    .as(each + " on " + each.recipe().store())
                    .isInstanceOf(Verdict.Holds.class);
        }
    }

    /** Or the row could not be met, however good the checker. */
    @Test
    void heapsFitIntoTheirGoals() {
        for (Case each : all(FULL)) {
            if (each.goal().megabytes() > 0) {
                assertThat(each.heapMegabytes() + 200)
                        .as(each.toString())
                        .isLessThan(each.goal().megabytes());
            }
        }
    }

    @Test
    void theMainTableHasFourLevelsAtThreeSizes() {
        assertThat(FULL.main())
                .extracting(each -> each.recipe().transactions())
                .containsExactly(
                        10_000, 100_000, 1_000_000, 10_000, 100_000, 1_000_000, 10_000, 100_000, 1_000_000, 10_000,
                        100_000, 1_000_000);
        assertThat(FULL.main().stream().map(Case::level).distinct()).hasSize(4);
        assertThat(new Cases(new Scale(0.01)).main().get(1).recipe().transactions())
                .isEqualTo(1_000);
    }

    private static List<Case> all(Cases cases) {
        return Stream.of(cases.main(), cases.hard(), cases.axiomatic(), cases.lists(), cases.general())
                .flatMap(List::stream)
                .toList();
    }
}
