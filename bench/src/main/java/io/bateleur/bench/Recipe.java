package io.bateleur.bench;

import io.bateleur.core.model.History;
import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.Simulation;
import io.bateleur.core.trace.Formats;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a history is made. The same recipe makes the same file on every machine, and its name tells all of it.
 *
 * @param transactions that commit; what the store aborts is in the trace too, and comes on top
 * @param form what becomes of the history that the simulated store gave
 */
public record Recipe(
        ConcurrencyControl store,
        SimMix mix,
        int sessions,
        int keys,
        int transactions,
        double zipf,
        Optional<Bug> bug,
        Form form) {

    /** What is made of a history before it is written. */
    enum Form {
        /** As a client without clocks sees it. */
        PLAIN,
        /** With the clients' times. */
        TIMED,
        /** Every transaction in a session of its own, though no more run at a time: there is no session order to lean on. */
        APART,
        /** One read near the end returns a value from near the beginning: nothing else is wrong. */
        LATE_FAULT,
        /** Text for Plume, where keys start at 0. */
        PLUME
    }

    private static final int OPERATIONS = 8;
    private static final int SESSIONS = 24;
    private static final int SEED = 7;

    /** As many reads as blind writes, in 24 sessions. */
    static Recipe of(ConcurrencyControl store, int transactions, int keys) {
        return new Recipe(store, SimMix.BLINDW_RW, SESSIONS, keys, transactions, 0, Optional.empty(), Form.PLAIN);
    }

    Recipe sessions(int count) {
        return new Recipe(store, mix, count, keys, transactions, zipf, bug, form);
    }

    Recipe mix(SimMix other) {
        return new Recipe(store, other, sessions, keys, transactions, zipf, bug, form);
    }

    Recipe zipf(double exponent) {
        return new Recipe(store, mix, sessions, keys, transactions, exponent, bug, form);
    }

    Recipe bug(Bug seeded) {
        return new Recipe(store, mix, sessions, keys, transactions, zipf, Optional.of(seeded), form);
    }

    Recipe form(Form other) {
        return new Recipe(store, mix, sessions, keys, transactions, zipf, bug, other);
    }

    String fileName() {
        return store.word() + "-" + mix.word() + "-" + sessions + "s-" + keys + "k-" + transactions + "t"
                + (zipf == 0 ? "" : "-zipf" + zipf)
                + bug.map(seeded -> "-" + seeded.word()).orElse("")
                + switch (form) {
                    case PLAIN -> ".jsonl";
                    case TIMED -> "-timed.jsonl";
                    case APART -> "-apart.jsonl";
                    case LATE_FAULT -> "-late-fault.jsonl";
                    case PLUME -> ".plume.txt";
                };
    }

    History history() {
        SimConfig config = new SimConfig()
                .control(store)
                .mix(mix)
                .sessions(sessions)
                .keys(keys)
                .operations(OPERATIONS)
                .transactions(transactions)
                .countsCommitted(true)
                .zipf(zipf)
                .timed(form == Form.TIMED)
                .seed(SEED);
        bug.ifPresent(config::bug);
        History simulated = Simulation.run(config).history();
        return switch (form) {
            case PLAIN, TIMED -> simulated;
            case APART -> Rewritten.apart(simulated);
            case LATE_FAULT -> LateFault.in(simulated);
            case PLUME -> Rewritten.zeroForAbsent(simulated);
        };
    }

    void write(Path file) throws IOException {
        Traces.write(
                history(), file, form == Form.PLUME ? Formats.named("plume").orElseThrow() : Formats.NATIVE);
    }
}
