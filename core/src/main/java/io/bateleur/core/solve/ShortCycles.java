package io.bateleur.core.solve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cycles of one or two edges, found before the search: clauses that the graphs would only teach one conflict at a time. */
final class ShortCycles {
    private ShortCycles() {}

    /** The clauses, over inner literals, that forbid cycles of one or two of the edges from {@code first} on, and permanent ones. */
    static List<int[]> find(Problem problem, int first) {
        List<int[]> clauses = new ArrayList<>();
        int count = problem.edgeCount() - first;
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = key(problem.edgeFrom(first + i), problem.edgeTo(first + i));
        }
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        // Only edges whose reverse exists at all are looked at closer.
        int[] candidates = new int[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            int edge = first + i;
            int literal = problem.edgeLiteral(edge);
            if (problem.edgeFrom(edge) == problem.edgeTo(edge)) {
                if (literal != 0) {
                    clauses.add(new int[] {Assignment.literal(-literal)});
                }
            } else if (Arrays.binarySearch(sorted, key(problem.edgeTo(edge), problem.edgeFrom(edge))) >= 0) {
                candidates[found++] = edge;
            }
        }
        pairs(problem, Arrays.copyOf(candidates, found), clauses);
        return clauses;
    }

    private static void pairs(Problem problem, int[] candidates, List<int[]> clauses) {
        long[] entries = new long[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            int edge = candidates[i];
            int low = Math.min(problem.edgeFrom(edge), problem.edgeTo(edge));
            int high = Math.max(problem.edgeFrom(edge), problem.edgeTo(edge));
            entries[i] = key(low, high);
        }
        Integer[] byPair = new Integer[candidates.length];
        Arrays.setAll(byPair, i -> i);
        Arrays.sort(byPair, (a, b) -> Long.compare(entries[a], entries[b]));
        int limit = 4 * candidates.length;
        for (int start = 0; start < byPair.length && clauses.size() < limit; ) {
            int end = start;
            while (end < byPair.length && entries[byPair[end]] == entries[byPair[start]]) {
                end++;
            }
            for (int i = start; i < end; i++) {
                for (int j = i + 1; j < end && clauses.size() < limit; j++) {
                    pair(problem, candidates[byPair[i]], candidates[byPair[j]], clauses);
                }
            }
            start = end;
        }
    }

    private static void pair(Problem problem, int edge, int other, List<int[]> clauses) {
        int left = problem.edgeLiteral(edge);
        int right = problem.edgeLiteral(other);
        boolean opposite = problem.edgeFrom(edge) == problem.edgeTo(other);
        if (!opposite || left == -right) {
            return; // side by side, or the two sides of one choice
        }
        if (left == 0 && right == 0) {
            return; // the graph finds this one
        }
        if (left == 0 || right == 0 || left == right) {
            clauses.add(new int[] {Assignment.literal(-(left == 0 ? right : left))});
        } else {
            clauses.add(new int[] {Assignment.literal(-left), Assignment.literal(-right)});
        }
    }

    private static long key(int from, int to) {
        return (long) from << 32 | to;
    }
}
