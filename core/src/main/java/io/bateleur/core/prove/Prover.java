package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.TextRenderer;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Finds out why a small part of a history does not satisfy a level: slowly, and so that a reader can follow.
 *
 * <p>With the deciders it shares the way from a history to its graph, and nothing after that. What it returns has been checked again
 * by {@link CheckArgument}, which shares the graph and the {@link Rules} of the level with the search, but not the reasoning.
 */
public final class Prover {
    /** Some seconds' worth: the parts that are handed over are small. */
    private static final long STEPS = 200_000_000;

    private Prover() {}

    /**
     * Why the level does not hold in this part.
     *
     * @return empty when it could not be refuted: it holds as far as can be seen, or the search was cancelled or went on for
     *     too long
     */
    public static Optional<Explanation> explain(Asg part, Level level, BooleanSupplier cancelled) {
        Rules rules = new Rules(part, level);
        Optional<Argument> argument = badRead(part, rules);
        if (argument.isEmpty()) {
            try {
                argument = new Search(new Effort(STEPS, cancelled)).refute(new World(part, rules));
            } catch (Effort.Spent e) {
                return Optional.empty();
            }
        }
        return argument.map(found -> checked(part, Naming.of(found, rules).explain(level, found, part.history())));
    }

    /** The first bad read. A list that shows an aborted append and a committed one on top of it is told by the latter. */
    private static Optional<Argument> badRead(Asg part, Rules rules) {
        Optional<BadRead> first = part.badReads().stream()
                .filter(finding -> rules.countReads(finding.reader().number()))
                .findFirst();
        Optional<BadRead> onTop = part.badReads().stream()
                .filter(finding -> finding.anomaly() == Anomaly.DIRTY_UPDATE)
                .filter(finding -> first.isPresent()
                        && finding.read().number() == first.get().read().number())
                .findFirst();
        return onTop.or(() -> first).map(Argument.Impossible::new);
    }

    private static Explanation checked(Asg part, Explanation explanation) {
        CheckArgument.problem(part, explanation).ifPresent(problem -> {
            throw new IllegalStateException("an argument against " + explanation.level() + " does not hold: " + problem
                    + "\n" + TextRenderer.render(explanation));
        });
        return explanation;
    }
}
