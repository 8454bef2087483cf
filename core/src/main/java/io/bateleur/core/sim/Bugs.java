package io.bateleur.core.sim;

import org.jspecify.annotations.Nullable;

/**
 * The bug of a run, if it has one: when it strikes, and how often it has.
 *
 * <p>It strikes with its probability at each opportunity. When half of the transactions have begun and it has not shown a few
 * times yet, it takes nearly every opportunity, and the workload turns to a few hot keys to give it some.
 */
final class Bugs {
    private static final double PROBABILITY_HURRIED = 0.8;
    private static final int ENOUGH = 5;

    private final @Nullable Bug bug;
    private final double probability;
    private final Dice dice;
    private long fired;
    private boolean hurried;

    Bugs(@Nullable Bug bug, double probability, Dice dice) {
        this.bug = bug;
        this.probability = probability;
        this.dice = dice;
    }

    boolean isAny() {
        return bug != null;
    }

    boolean is(Bug which) {
        return bug == which;
    }

    boolean strikes(Bug which) {
        return bug == which && dice.chance(hurried ? Math.max(probability, PROBABILITY_HURRIED) : probability);
    }

    /** A number from 0 to {@code bound} - 1, for a bug that has a choice. */
    int choose(int bound) {
        return dice.below(bound);
    }

    /** Takes note that a transaction has committed, and with it all the ways in which it was struck. */
    void committed(SimTxn t) {
        fired += t.struck;
        t.struck = 0;
        hurried = hurried && fired < ENOUGH;
    }

    /** Takes note that half of the transactions have begun. */
    void hurry() {
        hurried = bug != null && fired < ENOUGH;
    }

    /** What transactions should be like for the bug to show soon. */
    SimWorkload.Heat heat() {
        // Phantoms need many keys, of which some are not there.
        if (!hurried || bug == Bug.PHANTOM) {
            return SimWorkload.Heat.NONE;
        }
        boolean needsLong = bug == Bug.DIRTY_READ || bug == Bug.DIRTY_WRITE || bug == Bug.WRITE_SKEW;
        return needsLong ? SimWorkload.Heat.LONG : SimWorkload.Heat.SHORT;
    }

    /** How often the bug did something wrong that clients can see. */
    long fired() {
        return fired;
    }
}
