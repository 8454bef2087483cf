package io.bateleur.core.solve;

import io.bateleur.core.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cycles of one or two edges, found before the search: clauses that the graphs would only teach one conflict at a time. */
final class ShortCycles {
    /** Two nodes with very many edges both ways would give all pairs of them: more than so many per edge are left to the search. */
    private static final int CLAUSES_PER_EDGE = 4;

    private final Problem problem;
    /** Edges that hang on literals, by their two nodes, the smaller first. */
    private final int[] hanging;

    private final long[] pairs;
    private final List<int[]> clauses = new ArrayList<>();

    private ShortCycles(Problem problem, int first) {
        this.problem = problem;
        IntList found = new IntList();
        for (int edge = first; edge < problem.edgeCount(); edge++) {
            if (problem.edgeLiteral(edge) != 0) {
                found.add(edge);
            }
        }
        long[] keyed = new long[found.size];
        Integer[] byPair = new Integer[found.size];
        for (int i = 0; i < found.size; i++) {
            keyed[i] = pair(found.data[i]);
            byPair[i] = i;
        }
        Arrays.sort(byPair, (a, b) -> Long.compare(keyed[a], keyed[b]));
        hanging = new int[found.size];
        pairs = new long[found.size];
        for (int i = 0; i < found.size; i++) {
            hanging[i] = found.data[byPair[i]];
            pairs[i] = keyed[byPair[i]];
        }
    }

    /** The clauses, over inner literals, that forbid cycles of one or two of the edges from {@code first} on. */
    static List<int[]> find(Problem problem, int first) {
        ShortCycles cycles = new ShortCycles(problem, first);
        if (cycles.hanging.length > 0) {
            cycles.amongHanging();
            cycles.withPermanent(first);
        }
        return cycles.clauses;
    }

    private void amongHanging() {
        int limit = CLAUSES_PER_EDGE * hanging.length;
        for (int start = 0, end; start < hanging.length; start = end) {
            end = start + 1;
            while (end < hanging.length && pairs[end] == pairs[start]) {
                end++;
            }
            for (int i = start; i < end; i++) {
                int literal = problem.edgeLiteral(hanging[i]);
                if (problem.edgeFrom(hanging[i]) == problem.edgeTo(hanging[i])) {
                    forbid(literal, literal);
                }
                for (int j = i + 1; j < end && clauses.size() < limit; j++) {
                    int other = problem.edgeLiteral(hanging[j]);
                    // The two sides of one choice exclude each other anyway.
                    if (problem.edgeFrom(hanging[i]) == problem.edgeTo(hanging[j]) && literal != -other) {
                        forbid(literal, other);
                    }
                }
            }
        }
    }

    private void withPermanent(int first) {
        long lowest = pairs[0];
        long highest = pairs[pairs.length - 1];
        for (int edge = first; edge < problem.edgeCount(); edge++) {
            long pair = pair(edge);
            if (problem.edgeLiteral(edge) != 0 || pair < lowest || pair > highest) {
                continue;
            }
            int found = Arrays.binarySearch(pairs, pair);
            for (int i = firstOf(found); i >= 0 && i < pairs.length && pairs[i] == pair; i++) {
                if (problem.edgeFrom(hanging[i]) == problem.edgeTo(edge)) {
                    forbid(problem.edgeLiteral(hanging[i]), problem.edgeLiteral(hanging[i]));
                }
            }
        }
    }

    private int firstOf(int found) {
        int first = found;
        while (first > 0 && pairs[first - 1] == pairs[found]) {
            first--;
        }
        return first;
    }

    private void forbid(int literal, int other) {
        int left = Assignment.literal(-literal);
        int right = Assignment.literal(-other);
        clauses.add(left == right ? new int[] {left} : new int[] {left, right});
    }

    private long pair(int edge) {
        int from = problem.edgeFrom(edge);
        int to = problem.edgeTo(edge);
        return (long) Math.min(from, to) << 32 | Math.max(from, to);
    }
}
