package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Assumption;
import io.bateleur.core.report.Assumption.Saw;
import io.bateleur.core.report.Assumption.WroteFirst;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks a finished explanation against the history, knowing nothing of how it was found: every step is there, every cycle
 * closes and is one that the level forbids, every case analysis leaves out no case.
 *
 * <p>With the search it shares the {@link Rules} of the level and the graph, which says what a read may have seen; that the steps
 * rest on what was recorded is looked up in the operations again.
 */
public final class CheckArgument {
    private final World world;
    private final Asg asg;
    private final Edges edges;
    private final RecordedOperations recorded;

    private CheckArgument(World world) {
        this.world = world;
        this.asg = world.asg();
        this.edges = new Edges(world);
        this.recorded = new RecordedOperations(asg.history());
    }

    /** Why an explanation does not prove what it says, or empty when it does. */
    public static Optional<String> problem(Asg part, Explanation explanation) {
        if (!explanation.part().equals(part.history())) {
            return Optional.of("it is about another history");
        }
        Rules rules = new Rules(part, explanation.level());
        return problem(new World(part, rules), explanation.argument()).or(() -> wrongName(explanation, rules));
    }

    private static Optional<String> wrongName(Explanation explanation, Rules rules) {
        Naming naming = Naming.of(explanation.argument(), rules);
        boolean right = naming.anomaly() == explanation.anomaly() && naming.order() == explanation.order();
        return right ? Optional.empty() : Optional.of("it is called " + explanation.name() + " and shows " + naming);
    }

    static Optional<String> problem(World world, Argument argument) {
        return new CheckArgument(world).argument(argument);
    }

    private Optional<String> argument(Argument argument) {
        if (argument instanceof Argument.Impossible bad) {
            boolean found = asg.badReads().contains(bad.read())
                    && world.rules().countReads(bad.read().reader().number());
            return found ? Optional.empty() : Optional.of("no such bad read: " + bad.read());
        }
        return argument instanceof Argument.Cycle cycle ? cycle(cycle.steps()) : cases((Argument.Cases) argument);
    }

    // ---- cycles

    private Optional<String> cycle(List<Step> steps) {
        if (steps.size() < 2) {
            return Optional.of("a cycle of " + steps.size() + " steps");
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Step next = steps.get((i + 1) % steps.size());
            if (!step.to().equals(next.from())) {
                return Optional.of(step + " does not lead to " + next);
            }
            Optional<String> problem = step(step);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return new Forbidden(world, edges).isForbidden(steps)
                ? Optional.empty()
                : Optional.of("the level allows the cycle " + new Argument.Cycle(steps));
    }

    private Optional<String> step(Step step) {
        if (!happened(step.from()) || !happened(step.to())) {
            return Optional.of(step + " is not between transactions that happened");
        }
        for (Operation operation : step.evidence()) {
            if (!isOf(step.from(), operation) && !isOf(step.to(), operation)) {
                return Optional.of(step + " rests on an operation of somebody else");
            }
        }
        return edges.isThere(step) && recorded.allow(step)
                ? Optional.empty()
                : Optional.of(step + " is not in the history");
    }

    private boolean happened(Transaction transaction) {
        return transaction.history().equals(asg.history()) && world.happened(transaction.number());
    }

    private boolean isOf(Transaction transaction, Operation operation) {
        return operation.history().equals(asg.history())
                && operation.number() >= asg.history().firstOperation(transaction.number())
                && operation.number() < asg.history().firstOperation(transaction.number() + 1);
    }

    // ---- cases

    private Optional<String> cases(Argument.Cases cases) {
        Optional<String> gap = gap(cases);
        if (gap.isPresent()) {
            return gap.map(what -> cases.question() + " " + what);
        }
        for (Argument.Case one : cases.cases()) {
            Optional<String> problem = problem(world.with(one.assumption()), one.refutation());
            if (problem.isPresent()) {
                return problem.map(what -> one.answer() + ": " + what);
            }
        }
        return Optional.empty();
    }

    /** What the cases leave out. */
    private Optional<String> gap(Argument.Cases cases) {
        List<Assumption> assumed =
                cases.cases().stream().map(Argument.Case::assumption).collect(Collectors.toList());
        if (assumed.isEmpty()) {
            return world.unexplainedRead().isPresent() ? Optional.empty() : Optional.of("has answers");
        }
        if (assumed.get(0) instanceof WroteFirst order) {
            boolean both = assumed.contains(order) && assumed.contains(order.opposite());
            boolean real = happened(order.first())
                    && happened(order.second())
                    && !order.first().equals(order.second())
                    && world.writeOf(order.first().number(), order.key()) >= 0
                    && world.writeOf(order.second().number(), order.key()) >= 0;
            return both && real ? Optional.empty() : Optional.of("does not name both orders of two writers");
        }
        return leftOut((Saw) assumed.get(0), assumed);
    }

    private Optional<String> leftOut(Saw first, List<Assumption> assumed) {
        Transaction reader = first.reader();
        int read = happened(reader) ? world.readOf(reader.number(), first.read().number(), first.key()) : -1;
        if (read < 0) {
            return Optional.of("is about a read that did not happen");
        }
        Set<Integer> covered = new HashSet<>();
        for (Assumption assumption : assumed) {
            if (!(assumption instanceof Saw saw) || !sameRead(first, saw)) {
                return Optional.of("has answers to another question");
            }
            covered.add(world.versionOf(saw));
        }
        for (int candidate : world.candidates(read)) {
            if (!covered.contains(candidate)) {
                return Optional.of("leaves out a version that may have been read");
            }
        }
        return Optional.empty();
    }

    private static boolean sameRead(Saw a, Saw b) {
        return a.reader().equals(b.reader())
                && a.read().equals(b.read())
                && a.key().equals(b.key());
    }
}
