package io.bateleur.core.sim;

import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Value;

/**
 * What makes the times of calls say less than they might: clocks that differ, answers that come late, transactions that rest.
 *
 * @param skewNanos by how much a session's clock is ahead or behind, at most
 * @param delayNanos how much longer than usual an answer takes after its call took effect, at most; one in four is late
 * @param restProbability how likely a transaction rests once, in the middle
 * @param restNanos for how long, at most
 * @param lateSnapshots whether snapshots are taken at the first operation, and not at the begin
 */
record SimTiming(long skewNanos, long delayNanos, double restProbability, long restNanos, boolean lateSnapshots) {
    private static final int DELAY_RARITY = 4;

    SimTiming {
        if (skewNanos < 0 || delayNanos < 0 || restNanos < 0) {
            throw new IllegalArgumentException("times are not negative: a clock skew of " + skewNanos
                    + " ns, a delay of " + delayNanos + " ns, a rest of " + restNanos + " ns");
        }
        if (!(restProbability >= 0 && restProbability <= 1)) {
            throw new IllegalArgumentException("rest probability: " + restProbability + " is not between 0 and 1");
        }
    }

    static SimTiming plain() {
        return new SimTiming(0, 0, 0, 0, false);
    }

    SimTiming withSkew(long nanos) {
        return new SimTiming(nanos, delayNanos, restProbability, restNanos, lateSnapshots);
    }

    SimTiming withDelay(long nanos) {
        return new SimTiming(skewNanos, nanos, restProbability, restNanos, lateSnapshots);
    }

    SimTiming withRests(double probability, long nanos) {
        return new SimTiming(skewNanos, delayNanos, probability, nanos, lateSnapshots);
    }

    SimTiming withLateSnapshots(boolean late) {
        return new SimTiming(skewNanos, delayNanos, restProbability, restNanos, late);
    }

    /** Of each session; none is negative, so that no time is. */
    long[] skews(int sessions, Dice dice) {
        long[] skews = new long[sessions];
        for (int session = 0; session < sessions && skewNanos > 0; session++) {
            skews[session] = (long) (2 * skewNanos * dice.fraction());
        }
        return skews;
    }

    /** How much longer the answer of a call takes. */
    long delay(Dice dice) {
        return delayNanos == 0 || dice.below(DELAY_RARITY) != 0 ? 0 : (long) (delayNanos * dice.fraction());
    }

    boolean rests(Dice dice) {
        return dice.chance(restProbability);
    }

    long rest(Dice dice) {
        return (long) (restNanos * dice.fraction());
    }

    /** Tells what differs from a plain run. */
    void describe(HistoryBuilder builder) {
        if (skewNanos > 0) {
            builder.about("clock-skew", Value.of(skewNanos));
        }
        if (delayNanos > 0) {
            builder.about("answer-delay", Value.of(delayNanos));
        }
        if (restProbability > 0) {
            builder.about("rest-probability", Value.number(Double.toString(restProbability)));
            builder.about("rest", Value.of(restNanos));
        }
        if (lateSnapshots) {
            builder.about("late-snapshots", Value.of(true));
        }
    }
}
