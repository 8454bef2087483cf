package io.bateleur.core.sim;

import org.jspecify.annotations.Nullable;

/**
 * Runs simulated databases.
 *
 * <pre>{@code
 * SimResult result = Simulation.run(new SimConfig().bug(Bug.LOST_UPDATE).sessions(8).transactions(500).seed(7));
 * History history = result.history();
 * }</pre>
 *
 * The same settings give the same history, on every machine.
 */
public final class Simulation {
    private Simulation() {}

    /** Runs a workload on a simulated store and gives what its clients saw. */
    public static SimResult run(SimConfig config) {
        return run(config, config.givesHints() ? new Journal() : null);
    }

    static SimResult run(SimConfig config, @Nullable Journal journal) {
        config.validate();
        return new SimRun(config, journal).result();
    }
}
