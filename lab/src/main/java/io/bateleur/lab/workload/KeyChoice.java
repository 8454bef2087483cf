package io.bateleur.lab.workload;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Chooses among numbered things: all alike, or by Zipf's law, where the first is the most wanted. */
public final class KeyChoice {
    private final int count;
    /** How much of the weight lies on each one and those before it; empty when all are alike. */
    private final double[] cumulated;

    public KeyChoice(int count, double exponent) {
        this.count = count;
        this.cumulated = new double[exponent == 0 ? 0 : count];
        double sum = 0;
        for (int i = 0; i < cumulated.length; i++) {
            // Not Math.pow, which may differ in the last bit from machine to machine.
            sum += 1 / StrictMath.pow(i + 1, exponent);
            cumulated[i] = sum;
        }
    }

    /** From 0 on. */
    public int draw(SplittableRandom random) {
        if (cumulated.length == 0) {
            return random.nextInt(count);
        }
        int found = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[count - 1]);
        return Math.min(found < 0 ? ~found : found + 1, count - 1);
    }

    /** So many different ones, in the order in which they were drawn; all of them when there are not that many. */
    public int[] distinct(int many, SplittableRandom random) {
        int[] drawn = new int[Math.min(many, count)];
        for (int i = 0; i < drawn.length; i++) {
            int next = draw(random);
            while (contains(drawn, i, next)) {
                next = (next + 1) % count; // not drawn again: under a steep law that might take for ever
            }
            drawn[i] = next;
        }
        return drawn;
    }

    private static boolean contains(int[] drawn, int until, int wanted) {
        for (int i = 0; i < until; i++) {
            if (drawn[i] == wanted) {
                return true;
            }
        }
        return false;
    }
}
