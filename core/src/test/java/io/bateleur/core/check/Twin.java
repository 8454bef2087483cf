package io.bateleur.core.check;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The brute-force twin of the checker: it tries everything that can have happened, and holds the definitions of the levels against it,
 * word by word. For histories of up to eight transactions. Nothing of it is shared with the checker but the history.
 *
 * <p>Where the definitions are silent:
 *
 * <ul>
 *   <li>Whether a read can be explained at all is asked of each read by itself. One that cannot be is invalid: levels that count reads
 *       fail, the others pass over it. All other reads see a version in every resolution, at every level: so an unknown transaction
 *       that alone explains a read has happened, and lists restrict version orders even where reads do not count.
 *   <li>A key that a range returned as dead was read like an item; a key that it did not return was read by predicate.
 *   <li>A read that tells a tombstone saw a delete: one that left the same, or one that does not tell what it left; or it saw an
 *       unknown initial version. A key that was never there has no tombstone.
 *   <li>A version order in the trace names versions that were installed: an unknown transaction among its writers has happened.
 *   <li>In a mix, causes and dependencies are made of the edges that count for the transactions that they lead to.
 * </ul>
 */
final class Twin {
    private Twin() {}

    static boolean holds(History history, Level level, OwnWrites policy) {
        return !holding(history, List.of(level), policy).isEmpty();
    }

    /** Those of some levels that hold; much faster than one after the other. */
    static Set<Level> holding(History history, Collection<Level> levels, OwnWrites policy) {
        return ask(history, levels, policy).holding();
    }

    static Answer ask(History history, Collection<Level> levels, OwnWrites policy) {
        return ask(history, levels, policy, true);
    }

    /** @param early whether to take the shortcuts of {@link TwinSearch} */
    static Answer ask(History history, Collection<Level> levels, OwnWrites policy, boolean early) {
        TwinQuestions questions = new TwinQuestions(history, List.copyOf(levels));
        long yes = new TwinSearch(new TwinFacts(history), policy, questions, early).run();
        return new Answer(new LinkedHashSet<>(questions.levels(yes)), questions.isResolvable(yes));
    }

    /** An upper bound of the number of resolutions with acyclic version orders. */
    static double resolutions(History history) {
        TwinFacts facts = new TwinFacts(history);
        double choices = 1;
        for (TwinRead read : TwinReads.of(facts, OwnWrites.EITHER).all()) {
            choices *= read.sights().size();
        }
        double orders = 1;
        for (int writers : facts.writers) {
            orders *= factorial(Integer.bitCount(writers));
        }
        return choices * Math.min(orders, factorial(facts.transactions)) * (1 << Integer.bitCount(facts.unknown));
    }

    private static double factorial(int n) {
        return n == 0 ? 1 : n * factorial(n - 1);
    }

    /**
     * What the twin found.
     *
     * @param holding the levels that hold
     * @param resolvable whether there is any resolution: one in which every read that some version might explain sees such a version.
     *     Where there is none, as when two lists contradict each other, no level holds here; but the definitions do not say what
     *     levels that do not count reads should make of it.
     */
    record Answer(Set<Level> holding, boolean resolvable) {}
}
