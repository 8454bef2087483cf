package io.bateleur.core.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.Level;
import io.bateleur.core.replay.FarVisibility.Limits;
import io.bateleur.core.trace.nativ.Mini;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Searches and clocks, in one block or many, give the same answers. */
class FarVisibilityTest {
    private static final Limits SEARCH = new Limits(Long.MAX_VALUE, false, Integer.MAX_VALUE, 1);
    private static final List<Limits> CLOCKS = List.of(
            new Limits(0, false, 64, 1 << 20),
            new Limits(0, false, 0, 1 << 20),
            new Limits(0, false, 1, 1),
            new Limits(0, true, 0, 16));

    @Test
    void theWayDoesNotChangeTheAnswer() {
        int missing = 0;
        int fine = 0;
        for (long seed = 0; seed < 6000; seed++) {
            Asg asg = AsgBuilder.build(Tales.history(seed, 9), OwnWrites.MUST);
            Execution execution = execution(asg, level(seed), new Random(~seed));
            if (execution.lineage().flaw().isPresent()
                    || new Precedence(execution).flaw().isPresent()) {
                continue;
            }
            boolean expected = FarVisibility.flaw(execution, SEARCH).isPresent();
            for (Limits limits : CLOCKS) {
                assertThat(FarVisibility.flaw(execution, limits).isPresent())
                        .as("seed %d at %s with %s%n%s", seed, level(seed), limits, Mini.print(asg.history()))
                        .isEqualTo(expected);
            }
            missing += expected ? 1 : 0;
            fine += expected ? 0 : 1;
        }
        assertThat(missing).isGreaterThan(100);
        assertThat(fine).isGreaterThan(100);
    }

    private static Level level(long seed) {
        List<String> names =
                List.of("causal", "cv", "psi", "fcv", "strong-causal", "strong-parallel-snapshot-isolation");
        Level level = Level.of(names.get((int) (seed % names.size()))).orElseThrow();
        return seed % 4 == 0 ? level.asRecorded() : level;
    }

    /** In an order in which transactions come after what they read and what was before them, where there is one. */
    private static Execution execution(Asg asg, Level level, Random random) {
        Duties duties = new Duties(asg.history(), level);
        List<Integer> happened = Tales.happened(asg, random);
        int[] sources = Tales.sources(asg, random, happened);
        Literally literally = new Literally(asg, happened, sources, Tales.versions(asg, random, happened));
        boolean[][] graph = literally.union(literally.wr, literally.union(literally.so, literally.rt));
        int[] order = Tales.sorted(graph, random);
        int[] transactions = order == null ? Tales.array(happened) : order;
        int[] events = Arrays.stream(transactions)
                .filter(happened::contains)
                .flatMap(t -> Arrays.stream(new int[] {2 * t, 2 * t + 1}))
                .toArray();
        Timeline timeline = new Timeline(asg, events);
        Resolution witness = new Resolution(events, sources, new int[0]);
        Lineage lineage = new Lineage(asg, duties, timeline, witness.sources());
        return new Execution(asg, duties, timeline, lineage, VersionOrder.ofCommits(asg, timeline));
    }
}
