package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.Settings;
import java.util.SplittableRandom;

/** Sums of money in hundredths: of so many different ones that two balances are rarely the same, or of few when duplicates are wanted. */
final class Amounts {
    private final int different;

    Amounts(Settings settings, int max) {
        this.different = settings.duplicates() > 0 ? Math.min(settings.duplicates(), max) : max;
    }

    long draw(SplittableRandom random) {
        return 1L + random.nextInt(different);
    }
}
