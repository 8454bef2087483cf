package io.bateleur.sql.audit;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was concluded on the order of points: pairs of which the first comes first, and sets of ways of which one must hold. An order exists
 * exactly when these, the times and the order of each session have no cycle.
 */
final class PointOrder {
    private static final long STEPS_MAX = 20_000_000;

    private final Points points;
    private LongList sure = new LongList();
    private List<List<Choices.Chosen>> either = new ArrayList<>();
    /** So many are forgotten. */
    private int sureBefore;

    private int eitherBefore;

    PointOrder(Points points) {
        this.points = points;
    }

    void add(long order) {
        sure.add(order);
    }

    void add(List<Choices.Chosen> ways) {
        either.add(List.copyOf(ways));
    }

    int sureMark() {
        return sureBefore + sure.size();
    }

    int eitherMark() {
        return eitherBefore + either.size();
    }

    /**
     * Forgets what was concluded before these marks on points that lie before a time, once it is known that an order of them exists. Nothing
     * that is learnt later is about them, and a cycle of such a point and a later one has a shorter one without it: either it comes before
     * the later one by their times, or the times of what comes before it were narrowed when that was learnt.
     *
     * @return points that still matter
     */
    IntList forget(int sureMark, int eitherMark, long horizon) {
        IntList left = new IntList();
        LongList kept = new LongList();
        for (int i = 0; i < sure.size(); i++) {
            if (i >= sureMark - sureBefore || !isPast(sure.get(i), horizon)) {
                kept.add(sure.get(i));
                note(sure.get(i), left);
            }
        }
        sureBefore += sure.size() - kept.size();
        sure = kept;
        List<List<Choices.Chosen>> open = new ArrayList<>();
        for (int i = 0; i < either.size(); i++) {
            List<Choices.Chosen> ways = either.get(i);
            if (i >= eitherMark - eitherBefore || !isPast(ways, horizon)) {
                open.add(ways);
                ways.forEach(way -> Arrays.stream(way.orders()).forEach(order -> note(order, left)));
            }
        }
        eitherBefore += either.size() - open.size();
        either = open;
        return left;
    }

    private static void note(long order, IntList points) {
        points.add(Choices.first(order));
        points.add(Choices.then(order));
    }

    private boolean isPast(long order, long horizon) {
        return points.isPast(Choices.first(order), horizon) || points.isPast(Choices.then(order), horizon);
    }

    /** Whether none of them is about anything later. */
    private boolean isPast(List<Choices.Chosen> ways, long horizon) {
        for (Choices.Chosen way : ways) {
            for (long order : way.orders()) {
                if (!points.isPast(Choices.first(order), horizon) || !points.isPast(Choices.then(order), horizon)) {
                    return false;
                }
            }
        }
        return true;
    }

    void undo(int sureMark, int eitherMark) {
        while (sureMark() > sureMark) {
            sure.removeLast();
        }
        while (eitherMark() > eitherMark) {
            either.remove(either.size() - 1);
        }
    }

    /** Whether an order exists, and one of them. */
    enum Existence {
        EXISTS,
        NONE,
        OPEN
    }

    /** Numbers of points in the order found, or null before. */
    private int @Nullable [] found;

    int[] found() {
        return found == null ? new int[0] : found;
    }

    Existence decide() {
        Problem problem = new Problem();
        int graph = problem.graph();
        Map<Integer, Integer> nodes = new HashMap<>();
        IntList used = new IntList();
        for (int i = 0; i < sure.size(); i++) {
            node(problem, graph, Choices.first(sure.get(i)), nodes, used);
            node(problem, graph, Choices.then(sure.get(i)), nodes, used);
        }
        for (List<Choices.Chosen> ways : either) {
            for (Choices.Chosen way : ways) {
                for (long order : way.orders()) {
                    node(problem, graph, Choices.first(order), nodes, used);
                    node(problem, graph, Choices.then(order), nodes, used);
                }
            }
        }
        for (int i = 0; i < sure.size(); i++) {
            edge(problem, nodes, sure.get(i), 0);
        }
        for (List<Choices.Chosen> ways : either) {
            int[] literals = new int[ways.size()];
            for (int i = 0; i < literals.length; i++) {
                literals[i] = problem.variable();
                for (long order : ways.get(i).orders()) {
                    edge(problem, nodes, order, literals[i]);
                }
            }
            problem.clause(literals);
        }
        times(problem, graph, nodes, used);
        sessions(problem, nodes, used);
        return new NativeSolver(problem)
                .solve(SolverLimits.steps(STEPS_MAX))
                .match(satisfied -> order(satisfied, nodes), refused -> Existence.NONE, gaveUp -> Existence.OPEN);
    }

    private Existence order(SolverOutcome.Satisfied satisfied, Map<Integer, Integer> nodes) {
        Map<Integer, Integer> back = new HashMap<>();
        nodes.forEach((point, node) -> back.put(node, point));
        found = Arrays.stream(satisfied.order())
                .filter(back::containsKey)
                .map(back::get)
                .toArray();
        return Existence.EXISTS;
    }

    private static void node(Problem problem, int graph, int point, Map<Integer, Integer> nodes, IntList used) {
        if (!nodes.containsKey(point)) {
            nodes.put(point, problem.nodes(graph, 1));
            used.add(point);
        }
    }

    private static void edge(Problem problem, Map<Integer, Integer> nodes, long order, int literal) {
        int from = nodes.getOrDefault(Choices.first(order), -1);
        int to = nodes.getOrDefault(Choices.then(order), -1);
        if (literal == 0) {
            problem.edge(from, to);
        } else {
            problem.edge(from, to, literal);
        }
    }

    /** A chain of moments: a point that ends before another begins has a path to it. */
    private void times(Problem problem, int graph, Map<Integer, Integer> nodes, IntList used) {
        long[] starts = new long[used.size];
        for (int i = 0; i < used.size; i++) {
            starts[i] = points.low(used.get(i));
        }
        Arrays.sort(starts);
        int distinct = 0;
        for (long start : starts) {
            if (distinct == 0 || starts[distinct - 1] != start) {
                starts[distinct++] = start;
            }
        }
        int first = problem.nodes(graph, distinct);
        for (int i = 1; i < distinct; i++) {
            problem.edge(first + i - 1, first + i);
        }
        for (int i = 0; i < used.size; i++) {
            int point = used.get(i);
            int node = nodes.getOrDefault(point, -1);
            problem.edge(first + Arrays.binarySearch(starts, 0, distinct, points.low(point)), node);
            // The first moment at which something begins after this point's last.
            int next = Arrays.binarySearch(starts, 0, distinct, points.high(point));
            next = next >= 0 ? next + 1 : -next - 1;
            if (next < distinct) {
                problem.edge(node, first + next);
            }
        }
    }

    private void sessions(Problem problem, Map<Integer, Integer> nodes, IntList used) {
        int[] sorted = Arrays.copyOf(used.data, used.size);
        Arrays.sort(sorted);
        Map<Integer, Integer> last = new HashMap<>();
        for (int point : sorted) {
            if (points.session(point) == Points.FORGOTTEN) {
                continue;
            }
            Integer before = last.put(points.session(point), point);
            if (before != null) {
                problem.edge(nodes.getOrDefault(before, -1), nodes.getOrDefault(point, -1));
            }
        }
    }
}
