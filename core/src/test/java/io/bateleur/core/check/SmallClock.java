package io.bateleur.core.check;

import io.bateleur.core.model.TransactionBuilder;

/** The clients' clock: calls of one session follow each other, calls of different sessions may overlap. */
final class SmallClock {
    private static final int STEP = 10;

    private final SmallRun run;
    private final long[] sessionTime;
    private final int spread;
    private final boolean timesBeginsAndEnds;
    private long now;

    SmallClock(SmallRun run, int sessions) {
        this.run = run;
        sessionTime = new long[sessions];
        spread = run.random.nextInt(1, 4 * STEP);
        timesBeginsAndEnds = run.oneIn(2);
    }

    boolean timesBeginsAndEnds() {
        return timesBeginsAndEnds;
    }

    /** Gives times to what was added to a transaction last. */
    void stamp(int session, TransactionBuilder transaction) {
        now += STEP;
        long before = Math.max(sessionTime[session] + 1, now - run.random.nextInt(spread));
        long after = Math.max(before, now + run.random.nextInt(spread));
        sessionTime[session] = after;
        transaction.at(before, after);
    }
}
