package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.Settings;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers to write that mean nothing: each of them once, or few of them often. */
final class Stamps {
    private final int duplicates;
    private final AtomicLong last = new AtomicLong();

    Stamps(Settings settings) {
        this.duplicates = settings.duplicates();
    }

    long next(SplittableRandom random) {
        return duplicates > 0 ? 1L + random.nextInt(duplicates) : last.incrementAndGet();
    }
}
