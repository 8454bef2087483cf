package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.part.RandomHistory;
import io.bateleur.core.prove.CheckArgument;
import io.bateleur.core.prove.Prover;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.trace.nativ.Mini;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The prover against the twin: an argument is found exactly where a level does not hold, and it stands. */
class ProverTwinTest {
    private static final int SEEDS = Integer.getInteger("prover.seeds", 500);
    private static final List<Level> RECORDED =
            List.of(Level.SERIALIZABLE.asRecorded(), Level.SNAPSHOT_ISOLATION.asRecorded(), Level.CAUSAL.asRecorded());

    @Test
    void findsAnArgumentExactlyWhereALevelDoesNotHold() {
        for (long seed = 0; seed < SEEDS; seed++) {
            compare("seed " + seed, Mini.parse(RandomHistory.of(seed)), Level.all(), OwnWrites.MUST);
        }
    }

    @Test
    void holdsEachTransactionToItsOwnLevel() {
        for (long seed = 0; seed < 2L * SEEDS; seed++) {
            compare("mixed seed " + seed, Mini.parse(RandomHistory.mixed(seed)), RECORDED, OwnWrites.MUST);
        }
    }

    @Test
    void agreesOnHistoriesThatAreNearlyRight() {
        for (Shape shape : Shape.all()) {
            for (long seed = 0; seed < SEEDS / 20; seed++) {
                History history = SmallHistories.random(seed, shape);
                for (OwnWrites policy : List.of(OwnWrites.MUST, OwnWrites.EITHER)) {
                    String place = "shape " + shape + ", seed " + seed + ", " + policy;
                    compare(place, history, Level.all(), policy);
                    compare(place, history, RECORDED, policy);
                }
            }
        }
    }

    private static void compare(String place, History history, List<Level> levels, OwnWrites policy) {
        Asg asg = AsgBuilder.build(history, policy);
        if (!asg.gaps().isEmpty()) {
            return; // the graph does not hold all that the history says
        }
        Twin.Answer answer = Twin.ask(history, levels, policy);
        for (Level level : levels) {
            if (!answer.resolvable() && (level.mixed() || !level.criterion().reads())) {
                continue; // the definitions do not say what such a level should make of it
            }
            String where = place + " at " + level + "\n" + Mini.print(history);
            Optional<Explanation> why = Prover.explain(asg, level, () -> false);
            assertThat(why.isEmpty()).as(where).isEqualTo(answer.holding().contains(level));
            why.ifPresent(explanation -> assertThat(CheckArgument.problem(asg, explanation))
                    .as(where)
                    .isEmpty());
        }
    }
}
