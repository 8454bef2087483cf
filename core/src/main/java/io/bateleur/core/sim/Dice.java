package io.bateleur.core.sim;

/** A stream of random numbers that is the same on every machine and every JDK: SplitMix64. */
final class Dice {
    private long state;

    Dice(long seed) {
        state = seed;
    }

    /** Another stream, which this one decides. */
    Dice fork() {
        return new Dice(next());
    }

    /** Starts this stream anew. */
    void restart(long seed) {
        state = seed;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A number from 0 to {@code bound} - 1. */
    int below(int bound) {
        return (int) (((next() >>> 32) * bound) >>> 32);
    }

    /** A number from 0 inclusive to 1 exclusive. */
    double fraction() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    boolean chance(double probability) {
        return probability > 0 && fraction() < probability;
    }
}
