package io.bateleur.core.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Looks for an argument against a world: what follows by itself, and where that is not enough, a question each of whose answers
 * is refuted in turn.
 *
 * <p>Questions are tried out first. Best is one whose answers are all refuted at once; next, one with a single answer left; else
 * the one whose answers tell most.
 */
final class Search {
    /** So much may be spent on making a finished argument easier to read. */
    private static final long POLISH = 2_000_000;

    /** A question with a refutation like this is taken at once: it does not get much shorter. */
    private static final long SHORT = 500;

    private final Effort effort;

    Search(Effort effort) {
        this.effort = effort;
    }

    /** Empty when the level holds in this world. */
    Optional<Argument> refute(World world) {
        Deduction deduction = Deduction.in(world, effort);
        if (deduction.isRefuted()) {
            return Optional.of(new Presentation(effort.atMost(POLISH)).of(world, deduction));
        }
        List<Tried> tried = new ArrayList<>();
        for (Question question : Question.open(world, deduction)) {
            Tried one = Tried.out(question, world, effort);
            tried.add(one);
            if (one.open() == 0 && one.cost() <= SHORT) {
                break;
            }
        }
        Optional<Tried> chosen = choose(tried);
        return chosen.isEmpty() ? Optional.empty() : split(world, chosen.get());
    }

    private static Optional<Tried> choose(List<Tried> tried) {
        return best(tried, one -> one.open() == 0, Tried::cost)
                .or(() -> best(tried, one -> one.open() == 1 && one.refuted() > 0, Tried::cost))
                .or(() -> best(tried, one -> true, one -> -one.progress()));
    }

    private static Optional<Tried> best(List<Tried> tried, Predicate<Tried> fits, ToLongFunction<Tried> order) {
        return tried.stream().filter(fits).min(Comparator.comparingLong(order));
    }

    private Optional<Argument> split(World world, Tried tried) {
        List<Argument> refutations = new ArrayList<>();
        for (World answered : tried.worlds()) {
            Optional<Argument> refutation = refute(answered);
            if (refutation.isEmpty()) {
                return Optional.empty();
            }
            if (CheckArgument.problem(world, refutation.get()).isEmpty()) {
                return refutation; // it does not need the answer: the question need not be asked
            }
            refutations.add(refutation.get());
        }
        return Optional.of(tried.cases(refutations));
    }
}
