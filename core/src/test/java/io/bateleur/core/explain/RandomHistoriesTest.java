package io.bateleur.core.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Mini;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The search against a twin that tries every resolution: an argument is found exactly where a level does not hold. */
class RandomHistoriesTest {
    private static final int SEEDS = Integer.getInteger("explain.seeds", 1_000);

    @Test
    void findsAnArgumentExactlyWhereALevelDoesNotHold() {
        for (long seed = 0; seed < SEEDS; seed++) {
            String text = RandomHistory.of(seed);
            Asg asg = AsgBuilder.build(Mini.parse(text), OwnWrites.MUST);
            for (Level level : Level.all()) {
                String place = "seed " + seed + " at " + level + "\n" + text;
                boolean holds = Resolutions.holds(asg, level);
                Optional<Explanation> why = Prover.explain(asg, level, () -> false);
                assertThat(why.isEmpty()).as(place).isEqualTo(holds);
                why.ifPresent(explanation -> {
                    assertThatCode(() -> TextRenderer.render(explanation))
                            .as(place)
                            .doesNotThrowAnyException();
                    assertThatCode(() -> DotRenderer.render(explanation))
                            .as(place)
                            .doesNotThrowAnyException();
                });
            }
        }
    }
}
