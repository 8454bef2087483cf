package io.bateleur.core.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The replayer against the definitions, on random histories and random witnesses of them. */
class ReplayTwinTest {
    private static final int SEEDS = Integer.getInteger("replay.seeds", 1500);
    private static final int TRANSACTIONS_MAX = 5;

    private final Map<String, int[]> counts = new TreeMap<>();

    @Test
    void whatIsAcceptedSatisfiesTheDefinition() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Asg asg = AsgBuilder.build(Tales.history(seed, TRANSACTIONS_MAX), OwnWrites.MUST);
            Random random = new Random(~seed);
            Resolution witness = Tales.witness(asg, random);
            Literally commits = Literally.of(asg, witness);
            for (Level level : Level.all()) {
                Optional<String> flaw = Replay.flaw(asg, level, witness);
                if (level.criterion().visibility().perKey()) {
                    Literally given = new Literally(asg, happened(witness), witness.sources(), witness.versions());
                    assertThat(flaw.isEmpty()).as(about(seed, level, flaw, asg)).isEqualTo(given.holds(level));
                } else if (flaw.isEmpty()) {
                    assertThat(commits.holds(level))
                            .as(about(seed, level, flaw, asg))
                            .isTrue();
                }
                count(level, flaw.isEmpty());
            }
        }
        assertEveryLevelWasBoth();
    }

    @Test
    void whatSatisfiesTheDefinitionIsAcceptedInAnOrderThatFits() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Asg asg = AsgBuilder.build(Tales.history(seed, TRANSACTIONS_MAX), OwnWrites.MUST);
            Random random = new Random(~seed);
            List<Integer> happened = Tales.happened(asg, random);
            int[] sources = Tales.sources(asg, random, happened);
            int[] versions = Tales.versions(asg, random, happened);
            Literally literally = new Literally(asg, happened, sources, versions);
            for (Level level : Level.all()) {
                if (level.criterion().visibility().perKey() || !literally.holds(level)) {
                    count(level, false);
                    continue;
                }
                int[] order = Tales.sorted(literally.eventGraph(level), random);
                assertThat(order).as(about(seed, level, Optional.empty(), asg)).isNotNull();
                int[] events = events(order, happened, level.criterion().points() == Points.ONE);
                Optional<String> flaw = Replay.flaw(asg, level, new Resolution(events, sources, new int[0]));
                assertThat(flaw).as(about(seed, level, flaw, asg)).isEmpty();
                count(level, true);
            }
        }
    }

    private static int[] events(int[] order, List<Integer> happened, boolean points) {
        List<Integer> events = new ArrayList<>();
        for (int event : order) {
            if (!happened.contains(event / 2) || points && event % 2 == 0) {
                continue;
            }
            if (points) {
                events.add(event - 1);
            }
            events.add(event);
        }
        return Tales.array(events);
    }

    private static List<Integer> happened(Resolution witness) {
        List<Integer> happened = new ArrayList<>();
        for (int event : witness.events()) {
            if (event % 2 == 1) {
                happened.add(event / 2);
            }
        }
        return happened;
    }

    private void count(Level level, boolean accepted) {
        counts.computeIfAbsent(level.name(), name -> new int[2])[accepted ? 1 : 0]++;
    }

    private void assertEveryLevelWasBoth() {
        counts.forEach((level, count) -> assertThat(Math.min(count[0], count[1]))
                .as("how often %s was accepted and refused: %d and %d", level, count[1], count[0])
                .isGreaterThan(SEEDS / 200));
    }

    private static String about(long seed, Level level, Optional<String> flaw, Asg asg) {
        return "seed " + seed + " at " + level + ": " + flaw.orElse("accepted") + "\n" + Mini.print(asg.history());
    }
}
