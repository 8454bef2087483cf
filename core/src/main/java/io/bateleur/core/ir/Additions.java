package io.bateleur.core.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * What an extension asks for: edges between points, superpositions (exactly one of several sets of edges is there), and
 * expressions over them.
 *
 * <p>Points are the starts and commits of transactions that happened, which are one point for levels where a transaction is, and
 * milestones, which belong to nobody and save edges: n events before m others are n + m edges through a milestone.
 */
public final class Additions {
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

    Additions(int transactions) {
        this.transactions = transactions;
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

    boolean isEmpty() {
        return edges.isEmpty() && superpositions.isEmpty() && expressions.isEmpty();
    }
}
