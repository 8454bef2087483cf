package io.bateleur.core.solve;

import java.util.Arrays;

/** Makes cores of assumptions small. */
public final class Cores {
    private Cores() {}

    /**
     * Leaves assumptions out one by one while the rest is still refused. What is left is minimal, unless the limits, which are
     * those of each try, were reached; it is a core in any case.
     */
    public static int[] minimize(Solver solver, int[] core, SolverLimits limits) {
        int[] smallest = core.clone();
        int needed = 0;
        while (needed < smallest.length) {
            int[] without = without(smallest, needed);
            if (solver.solve(limits, without) instanceof SolverOutcome.Refused refused) {
                smallest = kept(smallest, needed, refused.core());
            } else {
                needed++;
            }
        }
        return smallest;
    }

    private static int[] without(int[] core, int index) {
        int[] rest = new int[core.length - 1];
        System.arraycopy(core, 0, rest, 0, index);
        System.arraycopy(core, index + 1, rest, index, rest.length - index);
        return rest;
    }

    /** The literals of the smaller core, those first that are known to be needed: they are in every core of what is left. */
    private static int[] kept(int[] core, int needed, int[] smaller) {
        int[] sorted = smaller.clone();
        Arrays.sort(sorted);
        int[] result = new int[core.length];
        int size = 0;
        for (int i = 0; i < core.length; i++) {
            if (i < needed || Arrays.binarySearch(sorted, core[i]) >= 0) {
                result[size++] = core[i];
            }
        }
        return Arrays.copyOf(result, size);
    }
}
