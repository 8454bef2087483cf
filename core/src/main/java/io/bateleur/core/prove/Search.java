package io.bateleur.core.prove;

import io.bateleur.core.report.Argument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Looks for an argument against a world: what follows by itself, and where that is not enough, a question each of whose answers
 * is refuted in turn.
 *
 * <p>Questions are tried out first. Best is one whose answers are all refuted at once; next, one whose answers are refuted by
 * one more question each, as long as looking for it is cheap; next, one with a single answer left; else the one whose answers
 * tell most.
 */
final class Search {
    /** So much may be spent on making a finished argument easier to read. */
    private static final long POLISH = 2_000_000;

    /** So much may be spent on looking two questions ahead. */
    private static final long LOOK_AHEAD = 5_000_000;

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
            return Optional.of(present(world, deduction));
        }
        if (holds(world, deduction)) {
            return Optional.empty();
        }
        List<Tried> tried = tryOut(world, deduction, effort);
        Optional<Argument> found = best(tried, one -> one.open() == 0).map(this::present);
        if (found.isPresent()) {
            return found;
        }
        found = lookAhead(world, tried);
        if (found.isPresent()) {
            return found;
        }
        Optional<Tried> next = best(tried, one -> one.open() == 1 && one.refuted() > 0)
                .or(() -> tried.stream().max(Comparator.comparingLong(Tried::progress)));
        return next.flatMap(question -> split(world, question));
    }

    /** Whether answering questions as they come leads to the end without a contradiction; false is no proof that it cannot. */
    private boolean holds(World world, Deduction known) {
        World answered = world;
        Deduction deduction = known;
        while (true) {
            List<Question> open = Question.open(answered, deduction);
            if (open.isEmpty()) {
                return true;
            }
            Tried tried = Tried.out(open.get(0), answered, effort);
            int possible = 0;
            while (possible < tried.deductions().size()
                    && tried.deductions().get(possible).isRefuted()) {
                possible++;
            }
            if (possible == tried.deductions().size()) {
                return false;
            }
            answered = tried.worlds().get(possible);
            deduction = tried.deductions().get(possible);
        }
    }

    private static List<Tried> tryOut(World world, Deduction deduction, Effort effort) {
        List<Tried> tried = new ArrayList<>();
        for (Question question : Question.open(world, deduction)) {
            Tried one = Tried.out(question, world, effort);
            tried.add(one);
            if (one.open() == 0 && one.cost() <= SHORT) {
                break;
            }
        }
        return tried;
    }

    private static Optional<Tried> best(List<Tried> tried, Predicate<Tried> fits) {
        return tried.stream().filter(fits).min(Comparator.comparingLong(Tried::cost));
    }

    private Argument present(World world, Deduction deduction) {
        return new Presentation(effort.atMost(POLISH)).of(world, deduction);
    }

    /** A question whose answers are all refuted at once. */
    private Argument present(Tried tried) {
        List<Argument> refutations = new ArrayList<>();
        for (int i = 0; i < tried.worlds().size(); i++) {
            refutations.add(present(tried.worlds().get(i), tried.deductions().get(i)));
        }
        return tried.cases(refutations);
    }

    /** The easiest argument by a question whose answers are each refuted at once or by one more question. */
    private Optional<Argument> lookAhead(World world, List<Tried> tried) {
        Optional<Argument> best = Optional.empty();
        Effort some = effort.atMost(LOOK_AHEAD);
        List<Tried> promising = tried.stream()
                .sorted(Comparator.comparingLong(Tried::open).thenComparingLong(one -> -one.progress()))
                .toList();
        try {
            for (Tried one : promising) {
                Optional<Argument> found = lookAhead(world, one, some);
                best = best.isEmpty()
                                || found.isPresent()
                                        && found.get().weight() < best.get().weight()
                        ? found
                        : best;
            }
        } catch (Effort.Spent e) {
            effort.spend(0); // a cancelled search is over
        }
        return best;
    }

    private Optional<Argument> lookAhead(World world, Tried tried, Effort some) {
        List<Argument> refutations = new ArrayList<>();
        for (int i = 0; i < tried.worlds().size(); i++) {
            World answered = tried.worlds().get(i);
            Deduction deduction = tried.deductions().get(i);
            if (deduction.isRefuted()) {
                refutations.add(present(answered, deduction));
                continue;
            }
            Optional<Argument> next = best(tryOut(answered, deduction, some), one -> one.open() == 0)
                    .map(this::present);
            if (next.isEmpty() || stands(world, next.get())) {
                return next;
            }
            refutations.add(next.get());
        }
        return Optional.of(tried.cases(refutations));
    }

    /** Whether a refutation of an answer needs the answer at all; if not, the question need not be asked. */
    private static boolean stands(World world, Argument refutation) {
        return CheckArgument.problem(world, refutation).isEmpty();
    }

    private Optional<Argument> split(World world, Tried tried) {
        List<Argument> refutations = new ArrayList<>();
        for (World answered : tried.worlds()) {
            Optional<Argument> refutation = refute(answered);
            if (refutation.isEmpty() || stands(world, refutation.get())) {
                return refutation;
            }
            refutations.add(refutation.get());
        }
        return Optional.of(tried.cases(refutations));
    }
}
