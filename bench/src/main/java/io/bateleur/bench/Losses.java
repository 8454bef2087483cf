package io.bateleur.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What was lost in percent, measured again and again on a machine that does other things too: the mean of the middle half, because a
 * second in which the disk hung says nothing. The interval is where that mean lies in 95 of 100 draws, with repetition, of as many
 * measurements from these.
 */
record Losses(double[] percent) {
    private static final int DRAWS = 10_000;

    double middle() {
        return middle(percent.clone());
    }

    private static double middle(double[] values) {
        Arrays.sort(values);
        int outside = values.length / 4;
        return Arrays.stream(values, outside, values.length - outside).average().orElse(0);
    }

    /** The lower and the upper end. */
    double[] interval() {
        SplittableRandom random = new SplittableRandom(1);
        double[] draws = new double[DRAWS];
        double[] drawn = new double[percent.length];
        for (int i = 0; i < DRAWS; i++) {
            Arrays.setAll(drawn, each -> percent[random.nextInt(percent.length)]);
            draws[i] = middle(drawn);
        }
        Arrays.sort(draws);
        return new double[] {draws[DRAWS / 40], draws[DRAWS - 1 - DRAWS / 40]};
    }

    @Override
    public String toString() {
        double[] interval = interval();
        return String.format(Locale.ROOT, "%.1f %% (%.1f to %.1f)", middle(), interval[0], interval[1]);
    }
}
