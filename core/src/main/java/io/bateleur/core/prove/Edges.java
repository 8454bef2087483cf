package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Assumption.WroteFirst;
import io.bateleur.core.report.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Whether the steps of an argument are in the history, straight from the definitions of the edges. */
final class Edges {
    private final World world;
    private final Asg asg;
    private final Rules rules;
    /** What was refuted already, by argument: the same step is asked about several times. */
    private final Map<Argument, Map<Long, Boolean>> refuted = new IdentityHashMap<>();

    Edges(World world) {
        this.world = world;
        this.asg = world.asg();
        this.rules = world.rules();
    }

    boolean isThere(Step step) {
        int from = step.from().number();
        int to = step.to().number();
        return switch (step.kind()) {
            case SO -> rules.sameSessionBefore(from, to);
            case RT -> rules.endedBefore(from, to);
            case WR, PWR -> !readsFrom(step).isEmpty();
            case WW -> from != to && isWriteDependency(step);
            case RW, PRW -> !missingReads(step).isEmpty();
        };
    }

    /** Whether an edge that is there is one that the level orders transactions by. */
    boolean counts(Step step) {
        int from = step.from().number();
        int to = step.to().number();
        return switch (step.kind()) {
            case SO -> rules.countsSession(to);
            case RT -> rules.countRealTime(to);
            case WR, PWR -> rules.countReads(to);
            case WW -> true;
            case RW, PRW -> missingReads(step).stream().anyMatch(read -> rules.antiIsEdge(from, read));
        };
    }

    /** The reads by which a read dependency is there. */
    List<Integer> readsFrom(Step step) {
        List<Integer> found = new ArrayList<>();
        for (int read : reads(step.to().number(), step)) {
            if (world.sourceTransaction(read) == step.from().number()) {
                found.add(read);
            }
        }
        return found;
    }

    /** The reads by which an anti-dependency is there. */
    List<Integer> missingReads(Step step) {
        int from = step.from().number();
        int write =
                step.key().map(key -> world.writeOf(step.to().number(), key)).orElse(-1);
        List<Integer> found = new ArrayList<>();
        for (int read : reads(from, step)) {
            int seen = world.source(read);
            if (write >= 0
                    && seen != World.OPEN
                    && seen != write
                    && world.sourceTransaction(read) != from
                    && rules.canMiss(from, read, write)
                    && isOlder(seen, write, step)) {
                found.add(read);
            }
        }
        return found;
    }

    private boolean isWriteDependency(Step step) {
        int older =
                step.key().map(key -> world.writeOf(step.from().number(), key)).orElse(-1);
        int newer =
                step.key().map(key -> world.writeOf(step.to().number(), key)).orElse(-1);
        return older >= 0 && newer >= 0 && isOlder(older, newer, step);
    }

    private List<Integer> reads(int transaction, Step step) {
        boolean predicate = step.kind() == EdgeKind.PWR || step.kind() == EdgeKind.PRW;
        int key = step.key().map(asg.history().keys()::find).orElse(-1);
        List<Integer> found = new ArrayList<>();
        for (int r = asg.firstRead(transaction); r < asg.firstRead(transaction + 1); r++) {
            if (asg.readKey(r) == key && asg.isPredicateRead(r) == predicate) {
                found.add(r);
            }
        }
        return found;
    }

    private boolean isOlder(int older, int newer, Step step) {
        return world.isKnownOlder(older, newer)
                || world.isAssumedOlder(older, newer)
                || !rules.perKey() && isOrderedByWriters(older, newer)
                || step.otherwise().isPresent()
                        && isRefuted(newer, older, step.otherwise().get());
    }

    /** One edge that counts, from the one writer to the other, orders their versions too. */
    private boolean isOrderedByWriters(int older, int newer) {
        int from = asg.writeTransaction(older);
        int to = asg.writeTransaction(newer);
        if (rules.countsSession(to) && rules.sameSessionBefore(from, to)
                || rules.countRealTime(to) && rules.endedBefore(from, to)) {
            return true;
        }
        for (int r = asg.firstRead(to); rules.countReads(to) && r < asg.firstRead(to + 1); r++) {
            if (world.source(r) == older) {
                return true;
            }
        }
        return false;
    }

    private boolean isRefuted(int first, int second, Argument otherwise) {
        return refuted.computeIfAbsent(otherwise, a -> new HashMap<>())
                .computeIfAbsent(((long) first << 32) | second, pair -> refutes(first, second, otherwise));
    }

    private boolean refutes(int first, int second, Argument otherwise) {
        History history = asg.history();
        Value key = history.keys().get(asg.writeKey(first));
        WroteFirst opposite = new WroteFirst(
                key,
                history.transaction(asg.writeTransaction(first)),
                history.transaction(asg.writeTransaction(second)));
        return CheckArgument.problem(world.with(opposite), otherwise).isEmpty();
    }
}
