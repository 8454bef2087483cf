package io.bateleur.core.explain;

import io.bateleur.core.explain.Question.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private final Effort effort;

    Search(Effort effort) {
        this.effort = effort;
    }

    /** An argument and what it takes to follow it. */
    private record Found(Argument argument, long cost) {}

    /** A question tried out: what follows from each answer. */
    private record Tried(Question question, List<World> worlds, List<Deduction> deductions) {
        long refuted() {
            return deductions.stream().filter(Deduction::isRefuted).count();
        }

        long open() {
            return deductions.size() - refuted();
        }

        /** How much of the refutation there is to read already. */
        long cost() {
            return deductions.stream().mapToLong(Deduction::cost).sum();
        }

        /** How little the least telling answer tells. */
        long progress() {
            return deductions.stream()
                    .filter(d -> !d.isRefuted())
                    .mapToLong(Deduction::size)
                    .min()
                    .orElse(0);
        }
    }

    /** Empty when the level holds in this world. */
    Optional<Argument> refute(World world) {
        Deduction deduction = Deduction.in(world, effort);
        if (deduction.isRefuted()) {
            return Optional.of(present(world, deduction, effort.atMost(POLISH)));
        }
        List<Tried> tried = new ArrayList<>();
        for (Question question : Question.open(world, deduction)) {
            Tried one = tryOut(world, question, effort);
            tried.add(one);
            if (one.open() == 0 && one.cost() <= 500) {
                break; // it does not get much shorter than this
            }
        }
        Optional<Tried> chosen = choose(tried);
        return chosen.isEmpty() ? Optional.empty() : split(world, chosen.get());
    }

    private static Tried tryOut(World world, Question question, Effort effort) {
        List<World> worlds = new ArrayList<>();
        List<Deduction> deductions = new ArrayList<>();
        for (Answer answer : question.answers()) {
            World next = world.with(answer.assumption());
            worlds.add(next);
            deductions.add(Deduction.in(next, effort));
        }
        return new Tried(question, worlds, deductions);
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
        List<Argument.Case> cases = new ArrayList<>();
        for (int i = 0; i < tried.worlds.size(); i++) {
            Answer answer = tried.question.answers().get(i);
            Optional<Argument> refutation = refute(tried.worlds.get(i));
            if (refutation.isEmpty()) {
                return Optional.empty();
            }
            if (CheckArgument.problem(world, refutation.get()).isEmpty()) {
                return refutation; // it does not need the answer: the question need not be asked
            }
            cases.add(new Argument.Case(answer.text(), answer.assumption(), refutation.get()));
        }
        return Optional.of(new Argument.Cases(tried.question.text(), cases));
    }

    // ---- the easiest form of an argument that is there already

    private static Argument present(World world, Deduction deduction, Effort effort) {
        return present(world, deduction, effort, 2).argument;
    }

    /** A cycle that rests on orders of versions which had to be inferred may be easier to read case by case. */
    private static Found present(World world, Deduction deduction, Effort effort, int depth) {
        Found best = new Found(plain(world, deduction), deduction.cost());
        if (depth == 0) {
            return best;
        }
        try {
            for (Fact fact : inferred(deduction.cycle().orElse(List.of()))) {
                int low = Math.min(fact.older(), fact.newer());
                int high = Math.max(fact.older(), fact.newer());
                Question question = Question.order(world, low, high);
                Found cases = byCases(tryOut(world, question, effort), effort, depth - 1);
                best = cases.cost < best.cost ? cases : best;
            }
        } catch (Effort.Spent e) {
            return best;
        }
        return best;
    }

    private static Found byCases(Tried tried, Effort effort, int depth) {
        List<Argument.Case> cases = new ArrayList<>();
        long cost = 150;
        for (int i = 0; i < tried.worlds.size(); i++) {
            Found found = present(tried.worlds.get(i), tried.deductions.get(i), effort, depth);
            Answer answer = tried.question.answers().get(i);
            cases.add(new Argument.Case(answer.text(), answer.assumption(), found.argument));
            cost += found.cost + (found.argument instanceof Argument.Cases ? 100 : 0);
        }
        return new Found(new Argument.Cases(tried.question.text(), cases), cost);
    }

    private static Argument plain(World world, Deduction deduction) {
        return deduction
                .cycle()
                .<Argument>map(links -> new Steps(world).cycle(links))
                .orElseGet(() -> {
                    int read = world.unexplainedRead().orElseThrow();
                    return new Argument.Cases(Question.source(world, read).text(), List.of());
                });
    }

    /** The orders of versions that a cycle rests on and that the history does not show, nearest first. */
    private static List<Fact> inferred(List<Link> links) {
        Map<List<Integer>, Fact> found = new LinkedHashMap<>();
        List<List<Link>> level = List.of(links);
        while (!level.isEmpty()) {
            List<List<Link>> next = new ArrayList<>();
            for (List<Link> cycle : level) {
                for (Link link : cycle) {
                    Fact fact = link.fact();
                    if (fact != null && fact.isForced()) {
                        int low = Math.min(fact.older(), fact.newer());
                        int high = Math.max(fact.older(), fact.newer());
                        found.putIfAbsent(List.of(low, high), fact);
                        next.add(fact.otherwise());
                    }
                }
            }
            level = next;
        }
        return List.copyOf(found.values());
    }
}
