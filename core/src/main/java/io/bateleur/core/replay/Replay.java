package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.Level;
import java.util.Optional;

/**
 * Confirms a witness: whether a resolution satisfies a level, straight from docs/levels.md and without any of the code that
 * found the resolution.
 *
 * <p>A resolution already is an order, so nothing is searched and no cycle can be found: each edge that the level counts must
 * agree with the order, and each read must have seen what the order lets it see. Every check is a pass over flat arrays; only
 * visibility along chains of dependencies needs more, and only for reads that were not of the newest version.
 *
 * <p>In a mixed check each transaction answers for its own level, as the reader (or the later writer) of an edge: see {@link
 * Duties}.
 */
public final class Replay {
    private Replay() {}

    /** What is wrong with a witness, in a sentence, or empty when it proves that the level holds. */
    public static Optional<String> flaw(Asg asg, Level level, Resolution witness) {
        Duties duties = new Duties(asg.history(), level);
        Timeline timeline = new Timeline(asg, witness.events());
        if (timeline.flaw().isPresent()) {
            return timeline.flaw();
        }
        Lineage lineage = new Lineage(asg, duties, timeline, witness.sources());
        if (lineage.flaw().isPresent()) {
            return lineage.flaw();
        }
        VersionOrder versions = duties.judgeEachKeyApart()
                ? VersionOrder.given(asg, timeline, witness.versions())
                : VersionOrder.ofCommits(asg, timeline);
        if (versions.flaw().isPresent()) {
            return versions.flaw();
        }
        Execution execution = new Execution(asg, duties, timeline, lineage, versions);
        Optional<String> flaw = ReadContents.flaw(execution);
        if (!duties.judgeEachKeyApart()) {
            flaw = flaw.or(() -> new Precedence(execution).flaw())
                    .or(() -> new Overwrites(execution).flaw())
                    .or(() -> new NearVisibility(execution).flaw())
                    .or(() -> FarVisibility.flaw(execution));
        }
        return flaw.or(() -> new SessionGuarantees(execution).flaw()).or(() -> new ReadsBehindWrites(execution).flaw());
    }
}
