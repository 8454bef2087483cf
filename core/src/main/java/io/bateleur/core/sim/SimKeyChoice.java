package io.bateleur.core.sim;

import java.util.Arrays;

/** Chooses among numbered things: all alike, or by Zipf's law, where the first is the most wanted. */
final class SimKeyChoice {
    private final int count;
    /** How much of the weight lies on each one and those before it; empty when all are alike. */
    private final double[] cumulated;

    SimKeyChoice(int count, double exponent) {
        this.count = count;
        this.cumulated = new double[exponent == 0 ? 0 : count];
        double sum = 0;
        for (int i = 0; i < cumulated.length; i++) {
            // Not Math.pow, which may differ in the last bit from machine to machine.
            sum += 1 / StrictMath.pow(i + 1, exponent);
            cumulated[i] = sum;
        }
    }

    int draw(Dice dice) {
        if (cumulated.length == 0) {
            return dice.below(count);
        }
        int found = Arrays.binarySearch(cumulated, dice.fraction() * cumulated[count - 1]);
        return Math.min(found < 0 ? ~found : found + 1, count - 1);
    }
}
