package io.bateleur.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LossesTest {
    @Test
    void secondsInWhichTheDiskHungSayNothing() {
        double[] percent = {3, 3.2, 2.8, 3.1, 2.9, -1900, 95, 3};
        assertThat(new Losses(percent).middle()).isCloseTo(3, within(0.1));
    }

    /** Of a hundred times sixty measurements around 2, the interval has 2 about 95 times. */
    @Test
    void theIntervalHasTheTruthMostly() {
        SplittableRandom random = new SplittableRandom(7);
        int hits = 0;
        for (int i = 0; i < 100; i++) {
            double[] percent = new double[60];
            Arrays.setAll(percent, each -> 2 + 4 * random.nextGaussian());
            double[] interval = new Losses(percent).interval();
            hits += interval[0] <= 2 && 2 <= interval[1] ? 1 : 0;
        }
        assertThat(hits).isBetween(88, 99);
    }
}
