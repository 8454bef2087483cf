package io.bateleur.core.prove;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Names what an argument shows.
 *
 * <p>A cycle is named by its edges. A case analysis has several cycles, one of which must have happened, and nobody can tell
 * which; its name is one that is true whichever it was: that of the cycle which the fewest levels forbid. The same goes for
 * cycles that only serve to infer an order of versions: each stands for a case that was ruled out.
 */
record Naming(Anomaly anomaly, Order order) {
    private static final Set<Anomaly> OF_SESSIONS = EnumSet.of(
            Anomaly.MISSED_OWN_WRITE,
            Anomaly.NON_MONOTONIC_READS,
            Anomaly.NON_MONOTONIC_WRITES,
            Anomaly.MISSING_CAUSE_OF_WRITE);

    /** How anti-dependencies lie in a cycle, with its names: by items only, and with a predicate among them. */
    private enum Shape {
        WRITES_ONLY(Anomaly.G0, Anomaly.G0),
        DEPENDENCIES(Anomaly.G1C, Anomaly.G1C),
        ONE_ANTI(Anomaly.G_SINGLE_ITEM, Anomaly.G_SINGLE),
        ANTI_APART(Anomaly.G_NONADJACENT_ITEM, Anomaly.G_NONADJACENT),
        ANTI_ADJACENT(Anomaly.G2_ITEM, Anomaly.G2);

        private final Anomaly ofItems;
        private final Anomaly ofPredicates;

        Shape(Anomaly ofItems, Anomaly ofPredicates) {
            this.ofItems = ofItems;
            this.ofPredicates = ofPredicates;
        }
    }

    /** One cycle of an argument. */
    private record Leaf(Shape shape, boolean predicate, Optional<Anomaly> special, Order order) {}

    static Naming of(Argument argument, Rules rules) {
        if (argument instanceof Argument.Impossible bad) {
            return new Naming(bad.read().anomaly(), Order.NONE);
        }
        List<Leaf> leaves = new ArrayList<>();
        collect(argument, rules, leaves);
        if (leaves.isEmpty()) {
            return new Naming(Anomaly.UNWRITTEN_READ, Order.NONE); // no version is left that explains a read
        }
        Shape shape = leaves.stream().map(Leaf::shape).max(Enum::compareTo).orElse(Shape.DEPENDENCIES);
        boolean predicate = leaves.stream().anyMatch(Leaf::predicate);
        Anomaly anomaly = special(
                        leaves.stream().filter(leaf -> leaf.shape == shape).toList())
                .orElse(predicate ? shape.ofPredicates : shape.ofItems);
        Order order = leaves.stream().map(Leaf::order).max(Enum::compareTo).orElse(Order.NONE);
        // The names of the session guarantees speak of sessions already.
        return new Naming(anomaly, OF_SESSIONS.contains(anomaly) ? Order.NONE : order);
    }

    Explanation explain(Level level, Argument argument, History part) {
        return new Explanation(level, anomaly, order, argument, part);
    }

    private static void collect(Argument argument, Rules rules, List<Leaf> leaves) {
        if (argument instanceof Argument.Cycle cycle) {
            leaves.add(leaf(cycle.steps(), rules));
            cycle.steps().forEach(step -> step.otherwise().ifPresent(inner -> collect(inner, rules, leaves)));
        } else if (argument instanceof Argument.Cases cases) {
            cases.cases().forEach(one -> collect(one.refutation(), rules, leaves));
        }
    }

    private static Leaf leaf(List<Step> steps, Rules rules) {
        boolean predicate = steps.stream().anyMatch(step -> step.kind() == EdgeKind.PRW);
        Order order = has(steps, EdgeKind.RT) ? Order.REAL_TIME : has(steps, EdgeKind.SO) ? Order.SESSION : Order.NONE;
        // Whichever of two updates came first, one anti-dependency is enough to show that it was lost.
        Shape shape = isLostUpdate(steps) ? Shape.ONE_ANTI : shape(steps);
        return new Leaf(shape, predicate, special(steps, rules), order);
    }

    private static boolean has(List<Step> steps, EdgeKind kind) {
        return steps.stream().anyMatch(step -> step.kind() == kind);
    }

    private static Shape shape(List<Step> steps) {
        long anti = steps.stream().filter(step -> step.kind().isAnti()).count();
        if (anti == 0) {
            return has(steps, EdgeKind.WR) || has(steps, EdgeKind.PWR) ? Shape.DEPENDENCIES : Shape.WRITES_ONLY;
        }
        if (anti == 1) {
            return Shape.ONE_ANTI;
        }
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).kind().isAnti()
                    && steps.get((i + 1) % steps.size()).kind().isAnti()) {
                return Shape.ANTI_ADJACENT;
            }
        }
        return Shape.ANTI_APART;
    }

    // ---- names for something more particular than the shape

    /** The particular name that all these cycles share. What is a fractured read in one case and not in another is still causal. */
    private static Optional<Anomaly> special(List<Leaf> leaves) {
        List<Optional<Anomaly>> names =
                leaves.stream().map(Leaf::special).distinct().toList();
        if (names.size() == 1) {
            return names.get(0);
        }
        boolean visibility = names.stream()
                .allMatch(name -> name.isPresent()
                        && EnumSet.of(Anomaly.FRACTURED_READ, Anomaly.MISSED_OWN_WRITE, Anomaly.CAUSALITY)
                                .contains(name.get()));
        return visibility ? Optional.of(Anomaly.CAUSALITY) : Optional.empty();
    }

    private static Optional<Anomaly> special(List<Step> steps, Rules rules) {
        Visibility visibility = visibility(steps, rules);
        Optional<Anomaly> ofSession =
                switch (visibility) {
                    case SESSION_WRITES -> Optional.of(Anomaly.MISSED_OWN_WRITE);
                    case SESSION_READS -> Optional.of(Anomaly.NON_MONOTONIC_READS);
                    case SESSION_WRITE_ORDER -> Optional.of(Anomaly.NON_MONOTONIC_WRITES);
                    case READS_BEHIND_WRITES -> Optional.of(Anomaly.MISSING_CAUSE_OF_WRITE);
                    default -> Optional.empty();
                };
        if (ofSession.isPresent()) {
            return ofSession;
        }
        if (isLostUpdate(steps)) {
            return Optional.of(Anomaly.LOST_UPDATE);
        }
        boolean seesPart = visibility != Visibility.NOTHING && visibility != Visibility.DEPENDENCIES;
        return seesPart && shape(steps) == Shape.ONE_ANTI ? Optional.of(ofVisibility(steps)) : Optional.empty();
    }

    private static Anomaly ofVisibility(List<Step> steps) {
        if (steps.size() > 2 || has(steps, EdgeKind.RT)) {
            return Anomaly.CAUSALITY;
        }
        return has(steps, EdgeKind.SO) ? Anomaly.MISSED_OWN_WRITE : Anomaly.FRACTURED_READ;
    }

    /** The demand of the transaction that missed something, or in a cycle of writes of any. */
    private static Visibility visibility(List<Step> steps, Rules rules) {
        Step told =
                steps.stream().filter(step -> step.kind().isAnti()).findFirst().orElse(steps.get(0));
        return rules.visibility(told.from().number());
    }

    /** Two transactions that both install a key, of which one at least read a version older than the other's. */
    private static boolean isLostUpdate(List<Step> steps) {
        return steps.size() == 2
                && steps.stream().allMatch(step -> step.kind() == EdgeKind.RW || step.kind() == EdgeKind.WW)
                && has(steps, EdgeKind.RW)
                && steps.get(0).key().equals(steps.get(1).key());
    }
}
