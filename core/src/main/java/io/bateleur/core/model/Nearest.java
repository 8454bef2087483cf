package io.bateleur.core.model;

import java.util.Collection;
import java.util.List;

/** Finds which name somebody meant to type: of a level, a workload, a database, an option. */
public final class Nearest {
    private Nearest() {}

    /** The known words that differ from the word in a third of its letters at most, in alphabetical order. */
    public static List<String> to(String word, Collection<String> known) {
        int mistakes = Math.max(1, word.replaceFirst("^-+", "").length() / 3);
        return known.stream()
                .filter(other -> other.length() > 2 && distance(word, other) <= mistakes)
                .sorted()
                .toList();
    }

    /** How many letters have to be added, dropped, replaced or swapped with their neighbour. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
