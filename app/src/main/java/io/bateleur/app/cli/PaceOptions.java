package io.bateleur.app.cli;

import io.bateleur.lab.run.Plan;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How many clients of a run work, for how long, and how patiently. */
@Command(optionListHeading = "%nSessions and time:%n")
final class PaceOptions {
    @Option(names = "--sessions", paramLabel = "N", description = "Clients at once. Default: ${DEFAULT-VALUE}.")
    private int sessions = 16;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = Durations.class,
            description =
                    "How long to run: 10s, 2m. Default: 5s, or as long as it takes where --transactions is given.")
    private @Nullable Duration time;

    @Option(names = "--transactions", paramLabel = "N", description = "Stop after so many.")
    private long transactions = Long.MAX_VALUE;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of all that is chosen at random. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--pause",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Clients think up to so long between two transactions.")
    private Duration pause = Duration.ZERO;

    @Option(names = "--retries", paramLabel = "N", description = "Try again what was aborted, so often. Default: 0.")
    private int retries;

    @Option(
            names = "--aborts",
            paramLabel = "SHARE",
            description = "Of transactions whose clients change their minds: 0.1. Default: 0.")
    private double aborts;

    @Option(
            names = "--stuck",
            paramLabel = "TIME",
            converter = Durations.class,
            description =
                    "End when no call has been answered for so long: what was recorded is checked, and the exit code is 69. "
                            + "0 waits for ever. Default: 30s.")
    private Duration stuck = Plan.STUCK;

    long seed() {
        return seed;
    }

    /** The plan, or a usage error that says what makes no sense. */
    Plan plan() {
        Duration limit =
                time != null ? time : transactions < Long.MAX_VALUE ? Duration.ofDays(1) : Duration.ofSeconds(5);
        try {
            return new Plan(sessions, limit, transactions, seed, pause, retries, aborts, stuck);
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage("--" + e.getMessage());
        }
    }
}
