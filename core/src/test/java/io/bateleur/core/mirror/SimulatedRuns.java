package io.bateleur.core.mirror;

import io.bateleur.core.model.History;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.trace.HistoryEvents;
import io.bateleur.core.trace.TraceListener;
import java.util.SplittableRandom;

/** Runs of the simulated store, and what the verifier says of them. */
final class SimulatedRuns {
    private SimulatedRuns() {}

    /** Settings of a run that are different for each seed. */
    static SimConfig config(ConcurrencyControl control, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SimMix[] mixes = SimMix.values();
        return new SimConfig()
                .control(control)
                .mix(mixes[random.nextInt(mixes.length)])
                .sessions(2 + random.nextInt(8))
                .transactions(60 + random.nextInt(100))
                .keys(2 + random.nextInt(12))
                .operations(2 + random.nextInt(6))
                .variesOperations(random.nextBoolean())
                .duplicates(random.nextInt(3) == 0 ? 3 + random.nextInt(5) : 0)
                .abortProbability(random.nextDouble() * 0.2)
                .unknownProbability(random.nextInt(3) == 0 ? random.nextDouble() * 0.2 : 0)
                .preloaded(random.nextBoolean())
                .seed(seed);
    }

    static Verifier verify(History history) {
        Verifier verifier = new Verifier(VerifierSettings.of("simulated"));
        TraceListener stream = verifier.stream("");
        HistoryEvents.pass(history, stream);
        verifier.finish();
        return verifier;
    }
}
