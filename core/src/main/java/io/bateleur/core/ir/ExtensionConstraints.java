package io.bateleur.core.ir;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an extension asks for: edges between points, superpositions (exactly one of several sets of edges is there), and
 * expressions over them.
 *
 * <p>Points are the starts and commits of transactions that happened, which are one point for levels where a transaction is, and
 * milestones, which belong to nobody and save edges: n events before m others are n + m edges through a milestone.
 */
public final class ExtensionConstraints {
    /** A point that edges can join. */
    public record Point(int number) {}

    /** One possibility of a superposition: a boolean in expressions. */
    public record Possibility(int number) {}

    /** What is asked for, as the IR and the encodings read it. */
    record Edge(Point from, Point to, String because) {}

    private final int transactions;
    private int milestones;
    final List<Edge> edges = new ArrayList<>();
    final List<List<Integer>> superpositions = new ArrayList<>();
    final List<List<Edge>> possibilities = new ArrayList<>();
    final List<int[]> expressions = new ArrayList<>();

    private ExtensionConstraints(int transactions) {
        this.transactions = transactions;
    }

    /** What an extension asks of a history. */
    public static ExtensionConstraints of(Extension extension, Asg asg, Level level) {
        ExtensionConstraints constraints = new ExtensionConstraints(asg.transactionCount());
        extension.add(asg, level, constraints);
        return constraints;
    }

    /** The point at which a transaction reads. */
    public Point start(int transaction) {
        return new Point(2 * transaction);
    }

    /** The point at which a transaction's versions are installed. */
    public Point commit(int transaction) {
        return new Point(2 * transaction + 1);
    }

    /** A new point that belongs to nobody. */
    public Point milestone() {
        return new Point(2 * transactions + milestones++);
    }

    /** One point comes before another; the reason is shown when this is part of a contradiction. */
    public void edge(Point from, Point to, String because) {
        edges.add(new Edge(from, to, because));
    }

    /** The parts of a possibility while it is described. */
    public final class Option {
        private final List<Edge> edges = new ArrayList<>();

        public Option edge(Point from, Point to, String because) {
            edges.add(new Edge(from, to, because));
            return this;
        }
    }

    public Option option() {
        return new Option();
    }

    /** Exactly one of the options is true; returns a boolean for each. */
    public List<Possibility> superposition(List<Option> options) {
        List<Integer> numbers = new ArrayList<>();
        List<Possibility> result = new ArrayList<>();
        for (Option option : options) {
            numbers.add(possibilities.size());
            result.add(new Possibility(possibilities.size()));
            possibilities.add(List.copyOf(option.edges));
        }
        superpositions.add(numbers);
        return List.copyOf(result);
    }

    /** At least one of some possibilities is true, or one of some others is not. */
    public void expression(List<Possibility> anyOfThese, List<Possibility> orNotAllOfThese) {
        int[] literals = new int[anyOfThese.size() + orNotAllOfThese.size()];
        int i = 0;
        for (Possibility each : anyOfThese) {
            literals[i++] = each.number() + 1;
        }
        for (Possibility each : orNotAllOfThese) {
            literals[i++] = -each.number() - 1;
        }
        expressions.add(literals);
    }

    int milestones() {
        return milestones;
    }

    // ---- held against an order of events

    /** The reasons that were given, each once. */
    public List<String> reasons() {
        Set<String> reasons = new LinkedHashSet<>();
        edges.forEach(edge -> reasons.add(edge.because()));
        possibilities.forEach(each -> each.forEach(edge -> reasons.add(edge.because())));
        return List.copyOf(reasons);
    }

    /**
     * What an order breaks.
     *
     * @param position of each start (2t) and commit (2t + 1) in the order, -1 for those that did not happen
     */
    public Optional<String> flaw(int[] position) {
        int[] latest = latest(position);
        for (Edge edge : edges) {
            if (!agrees(edge, latest)) {
                return Optional.of("the order breaks what was asked: " + edge.because());
            }
        }
        for (List<Integer> set : superpositions) {
            boolean any =
                    set.stream().anyMatch(i -> possibilities.get(i).stream().allMatch(edge -> agrees(edge, latest)));
            if (!any) {
                return Optional.of("the order agrees with no possibility of a superposition");
            }
        }
        return Optional.empty();
    }

    /** With milestones: each lies after the latest of what leads to it, also through other milestones. */
    private int[] latest(int[] position) {
        int[] latest = Arrays.copyOf(position, position.length + milestones);
        Arrays.fill(latest, position.length, latest.length, -1);
        boolean changed = true;
        for (int round = 0; round <= milestones && changed; round++) {
            changed = false;
            for (Edge edge : edges) {
                int to = edge.to().number();
                if (to >= position.length && latest[edge.from().number()] > latest[to]) {
                    latest[to] = latest[edge.from().number()];
                    changed = true;
                }
            }
        }
        return latest;
    }

    private boolean agrees(Edge edge, int[] latest) {
        int from = latest[edge.from().number()];
        int to = latest[edge.to().number()];
        boolean happened = from >= 0 && to >= 0;
        return !happened
                || edge.to().number() >= 2 * transactions
                || from < to
                || edge.from().equals(edge.to());
    }
}
