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
 */
public record Plan(
        int sessions, Duration time, long transactions, long seed, Duration pause, int retries, double aborts) {}
