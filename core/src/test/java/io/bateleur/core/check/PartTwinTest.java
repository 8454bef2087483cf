package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.part.Part;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** By the twin, what holds of a history holds of its parts. */
class PartTwinTest {
    private static final int SEEDS = Integer.getInteger("part.seeds", 60);
    private static final double RESOLUTIONS_MAX = 2_000;

    @Test
    void whatHoldsOfTheWholeHoldsOfItsParts() {
        List<Level> levels = new ArrayList<>(Level.all());
        levels.add(Level.READ_COMMITTED.asRecorded());
        for (Shape shape : Shape.all()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                History history = SmallHistories.random(seed, shape);
                if (Twin.resolutions(history) > RESOLUTIONS_MAX) {
                    continue;
                }
                OwnWrites policy = OwnWrites.values()[(int) (seed % 3)];
                History part = part(history, policy, new SplittableRandom(~seed));
                assertThat(Twin.holding(part, levels, policy))
                        .as("%s, seed %d, %s%n%s=>%n%s", shape, seed, policy, Mini.print(history), Mini.print(part))
                        .containsAll(Twin.holding(history, levels, policy));
            }
        }
    }

    /** Else a violation could not be confirmed on any part. Where the trace leaves gaps, the checker does not try to. */
    @Test
    void thePartWithEverythingSaysWhatTheWholeSays() {
        for (Shape shape : Shape.all()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                History history = SmallHistories.random(seed, shape);
                OwnWrites policy = OwnWrites.values()[(int) (seed % 3)];
                Asg asg = AsgBuilder.build(history, policy);
                if (Twin.resolutions(history) > RESOLUTIONS_MAX || !asg.gaps().isEmpty()) {
                    continue;
                }
                BitSet all = new BitSet();
                all.set(0, history.transactionCount());
                History part = Part.of(asg, all);
                assertThat(Twin.holding(part, Level.all(), policy))
                        .as("%s, seed %d, %s%n%s=>%n%s", shape, seed, policy, Mini.print(history), Mini.print(part))
                        .isEqualTo(Twin.holding(history, Level.all(), policy));
            }
        }
    }

    private static History part(History history, OwnWrites policy, SplittableRandom random) {
        Asg asg = AsgBuilder.build(history, policy);
        BitSet transactions = new BitSet();
        for (int t = 0; t < history.transactionCount(); t++) {
            transactions.set(t, random.nextInt(4) > 0);
        }
        BitSet operations = new BitSet();
        boolean all = random.nextBoolean();
        for (int o = 0; o < history.operationCount(); o++) {
            operations.set(o, all || random.nextInt(5) > 0);
        }
        return Part.of(asg, transactions, operations);
    }
}
