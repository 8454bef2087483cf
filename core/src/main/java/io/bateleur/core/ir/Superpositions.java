package io.bateleur.core.ir;

import java.util.List;

/**
 * What an extension left open.
 *
 * @param possibilities the edges of each, as pairs of points
 * @param exactlyOne sets of possibilities of which exactly one is true
 * @param expressions clauses over possibilities: i + 1 says that possibility i is true, -i - 1 that it is not
 */
public record Superpositions(List<List<int[]>> possibilities, List<List<Integer>> exactlyOne, List<int[]> expressions) {
    public boolean isEmpty() {
        return possibilities.isEmpty() && expressions.isEmpty();
    }
}
