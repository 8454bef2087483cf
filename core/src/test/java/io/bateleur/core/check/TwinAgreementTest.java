package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The twin asked in different ways gives the same answers. */
class TwinAgreementTest {
    private static final int SEEDS = 100;

    /** What the test looks at. */
    private interface Check {
        void look(History history, String what);
    }

    private static void forEach(double resolutionsMax, Check check) {
        for (Shape shape : Shape.all()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                History history = SmallHistories.random(seed, shape);
                if (Twin.resolutions(history) <= resolutionsMax) {
                    check.look(history, "shape %s, seed %d%n%s".formatted(shape, seed, Mini.print(history)));
                }
            }
        }
    }

    @Test
    void withAndWithoutShortcuts() {
        forEach(200, (history, what) -> {
            for (OwnWrites policy : OwnWrites.values()) {
                assertThat(Twin.ask(history, Level.all(), policy, true))
                        .as("%s%n%s", policy, what)
                        .isEqualTo(Twin.ask(history, Level.all(), policy, false));
            }
        });
    }

    @Test
    void oneLevelAtATimeOrAllTogether() {
        forEach(1_000, (history, what) -> {
            Set<Level> together = Twin.holding(history, Level.all(), OwnWrites.MUST);
            for (Level level : Level.all()) {
                assertThat(Twin.holds(history, level, OwnWrites.MUST))
                        .as("%s%n%s", level, what)
                        .isEqualTo(together.contains(level));
            }
        });
    }

    @Test
    void theAxiomsOnAllCommitOrders() {
        List<Level> levels = Level.all().stream()
                .filter(level -> level.name().startsWith("axiomatic-"))
                .toList();
        forEach(300, (history, what) -> {
            Set<Level> holding = Twin.holding(history, levels, OwnWrites.MUST);
            for (Level level : levels) {
                assertThat(holding.contains(level))
                        .as("%s%n%s", level, what)
                        .isEqualTo(
                                CommitOrders.hold(history, TwinLevel.of(level).rule()));
            }
        });
    }

    @Test
    void aMixOfOneLevelIsThatLevel() {
        List<Level> levels = Level.all().stream()
                .filter(level -> !level.criterion().visibility().perKey())
                .toList();
        forEach(1_000, (history, what) -> {
            if (history.hasLevels()) {
                return;
            }
            Set<Level> holding = Twin.holding(history, levels, OwnWrites.MUST);
            for (Level level : levels) {
                assertThat(Twin.holds(history, level.asRecorded(), OwnWrites.MUST))
                        .as("%s%n%s", level, what)
                        .isEqualTo(holding.contains(level));
            }
        });
    }
}
