package io.bateleur.core.prove;

import io.bateleur.core.report.Argument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts a contradiction that was found into the form that is easiest to read: a cycle that rests on orders of versions which had
 * to be inferred may be clearer case by case.
 */
final class Presentation {
    /** What takes more than this to follow is not written down but taken apart: it could be of any size. */
    private static final long READABLE = 1_000_000;

    /** So many questions deep it is worth looking. */
    private static final int DEPTH = 2;

    private static final long QUESTION = 150;
    private static final long QUESTION_IN_A_CASE = 100;

    private final Effort effort;

    /** @param effort what may be spent on looking for other forms */
    Presentation(Effort effort) {
        this.effort = effort;
    }

    /** An argument and what it takes to follow it. */
    private record Found(Argument argument, long cost) {}

    Argument of(World world, Deduction deduction) {
        return present(world, deduction, DEPTH).argument;
    }

    private Found present(World world, Deduction deduction, int depth) {
        List<Fact> inferred = inferred(deduction.cycle().orElse(List.of()));
        boolean readable = deduction.cost() <= READABLE || inferred.isEmpty();
        if (!readable) {
            return byCases(world, inferred.get(0), depth - 1);
        }
        Found best = plain(world, deduction);
        try {
            for (int i = 0; depth > 0 && i < inferred.size(); i++) {
                Found cases = byCases(world, inferred.get(i), depth - 1);
                best = cases.cost < best.cost ? cases : best;
            }
        } catch (Effort.Spent e) {
            return best;
        }
        return best;
    }

    private Found byCases(World world, Fact fact, int depth) {
        int low = Math.min(fact.older(), fact.newer());
        int high = Math.max(fact.older(), fact.newer());
        Tried tried = Tried.out(Question.order(world, low, high), world, effort);
        List<Argument> refutations = new ArrayList<>();
        long cost = QUESTION;
        for (int i = 0; i < tried.worlds().size(); i++) {
            Found found = present(tried.worlds().get(i), tried.deductions().get(i), depth);
            refutations.add(found.argument);
            cost += found.cost + (found.argument instanceof Argument.Cases ? QUESTION_IN_A_CASE : 0);
        }
        return new Found(tried.cases(refutations), cost);
    }

    private static Found plain(World world, Deduction deduction) {
        Optional<List<ArgumentEdge>> cycle = deduction.cycle();
        Argument argument = cycle.isPresent()
                ? new Steps(world).cycle(cycle.get())
                : new Argument.Cases(
                        Question.source(world, world.unexplainedRead().orElseThrow())
                                .text(),
                        List.of());
        return new Found(argument, deduction.cost());
    }

    /** The orders of versions that a cycle rests on and that the history does not show, nearest first. */
    private static List<Fact> inferred(List<ArgumentEdge> links) {
        Map<List<Integer>, Fact> found = new LinkedHashMap<>();
        List<List<ArgumentEdge>> level = List.of(links);
        while (!level.isEmpty()) {
            List<List<ArgumentEdge>> next = new ArrayList<>();
            for (List<ArgumentEdge> cycle : level) {
                for (ArgumentEdge link : cycle) {
                    Fact fact = link.fact();
                    if (fact != null
                            && fact.isForced()
                            && found.putIfAbsent(List.of(fact.older(), fact.newer()), fact) == null) {
                        next.add(fact.otherwise());
                    }
                }
            }
            level = next;
        }
        return List.copyOf(found.values());
    }
}
