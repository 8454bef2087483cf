package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimMix;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever is left out, the answer is the same; and the counts say that something was. */
class KnobsTest {
    private static final Recipe DENSE =
            Recipe.of(ConcurrencyControl.SERIAL, 60, 10).sessions(20).mix(SimMix.BLINDW_WM);

    @Test
    void noPartChangesTheAnswer() {
        List<Recipe> holding = List.of(
                DENSE,
                Recipe.of(ConcurrencyControl.OPTIMISTIC, 60, 10).mix(SimMix.RANDOM_BENCH),
                Recipe.of(ConcurrencyControl.OPTIMISTIC, 200, 40));
        for (Knobs knobs : Knobs.all()) {
            for (Recipe recipe : holding) {
                for (Level level : List.of(Level.SERIALIZABLE, Level.SNAPSHOT_ISOLATION)) {
                    assertThat(run(knobs, recipe.history(), level).answer())
                            .as("%s at %s without %s", recipe, level, knobs.without())
                            .isEqualTo(Answer.HOLDS);
                }
            }
        }
    }

    @Test
    void whatIsViolatedStaysViolated() {
        Recipe forked =
                Recipe.of(ConcurrencyControl.SNAPSHOT_ISOLATION, 200, 20).bug(Bug.LONG_FORK);
        History history = forked.history();
        for (Knobs knobs : Knobs.all()) {
            assertThat(run(knobs, history, Level.SNAPSHOT_ISOLATION).answer())
                    .as(knobs.without())
                    .isEqualTo(Answer.VIOLATED);
        }
    }

    @Test
    void withoutPassesLessIsKnownAndMoreIsAsked() {
        History history = DENSE.history();
        Course whole = run(knobs("nothing"), history, Level.SERIALIZABLE);
        Course bare = run(knobs("all passes"), history, Level.SERIALIZABLE);
        assertThat(bare.edges()).isLessThan(whole.edges());
        assertThat(bare.variables()).isGreaterThan(whole.variables());
    }

    @Test
    void whenTheTimeIsUpItIsUndecided() {
        Budget late = Budget.unlimited().within(Duration.ofNanos(-1));
        Asg graph = new Checker().graph(DENSE.history());
        assertThat(Course.of(knobs("all passes").checker().stages(graph, Level.SERIALIZABLE, late))
                        .answer())
                .isEqualTo(Answer.UNDECIDED);
    }

    private static Knobs knobs(String without) {
        return Knobs.all().stream()
                .filter(knobs -> knobs.without().equals(without))
                .findFirst()
                .orElseThrow();
    }

    private static Course run(Knobs knobs, History history, Level level) {
        Budget budget = Budget.unlimited().within(Duration.ofSeconds(20));
        return Course.of(knobs.checker().stages(knobs.checker().graph(history), level, budget));
    }
}
