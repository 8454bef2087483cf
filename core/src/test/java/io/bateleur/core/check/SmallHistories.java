package io.bateleur.core.check;

import io.bateleur.core.model.History;
import java.util.SplittableRandom;

/** Seeded random histories of a few transactions that are nearly right: a toy store made them, and it has bad days. */
final class SmallHistories {
    /** Roughly how many resolutions a history may have: more would keep the twin busy for longer than it is worth. */
    private static final double RESOLUTIONS_MAX = 50_000;

    private SmallHistories() {}

    static History random(long seed, Shape shape) {
        // Neighbouring seeds and shapes must not give similar streams.
        SplittableRandom random =
                new SplittableRandom(seed * 0x9E3779B97F4A7C15L + shape.name().hashCode()).split();
        while (true) {
            History history = new SmallRun(random, shape.featuresOf(random)).run();
            if (Twin.resolutions(history) <= RESOLUTIONS_MAX) {
                return history;
            }
        }
    }
}
