package io.bateleur.lab.run;

import java.time.Duration;

/**
 * How long and how hard to drive.
 *
 * @param sessions how many clients at once
 * @param time when to stop
 * @param transactions to stop after so many, if that comes first
 * @param seed of everything that is chosen at random
 * @param pause how long a client thinks between two transactions, at most
 * @param retries how often a client tries again what was aborted
 * @param aborts the share of transactions whose clients change their minds at the end
 * @param stuck how long the database may leave all calls of all sessions without an answer; zero for ever
 */
public record Plan(
        int sessions,
        Duration time,
        long transactions,
        long seed,
        Duration pause,
        int retries,
        double aborts,
        Duration stuck) {
    /** Longer than a busy database is silent, as when it writes all that it has to disk. */
    public static final Duration STUCK = Duration.ofSeconds(30);

    /** Each is a thread and a connection. */
    private static final int SESSIONS_MAX = 10_000;

    /** @throws IllegalArgumentException when nothing could come of it; the message is for users and begins with the name of what is wrong */
    public Plan {
        require(
                sessions >= 1 && sessions <= SESSIONS_MAX,
                "sessions must be 1 to " + SESSIONS_MAX + ", not " + sessions);
        require(!time.isNegative() && !time.isZero(), "time must be longer than 0");
        require(transactions >= 1, "transactions must be at least 1, not " + transactions);
        require(!pause.isNegative(), "pause must not be negative");
        require(retries >= 0, "retries must not be negative, as is " + retries);
        require(aborts >= 0 && aborts <= 1, "aborts must be a share from 0 to 1, not " + aborts);
        require(!stuck.isNegative(), "stuck must not be negative");
    }

    /** With the usual patience. */
    public Plan(int sessions, Duration time, long transactions, long seed, Duration pause, int retries, double aborts) {
        this(sessions, time, transactions, seed, pause, retries, aborts, STUCK);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
