package io.bateleur.app.cli;

import io.bateleur.core.sim.Bug;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The simulated store and its workload, as options that several commands share. */
@Command(optionListHeading = "%nSimulated store and workload:%n")
final class StoreOptions {
    @Option(
            names = "--store",
            paramLabel = "STORE",
            completionCandidates = Stores.class,
            description =
                    "The concurrency control: ${COMPLETION-CANDIDATES}. Default: si, or the one that the bug is meant for.")
    private @Nullable String store;

    @Option(
            names = "--bug",
            paramLabel = "BUG",
            completionCandidates = Bugs.class,
            description = "Something for the store to do wrong: ${COMPLETION-CANDIDATES}.")
    private @Nullable String bug;

    @Option(
            names = "--mix",
            paramLabel = "MIX",
            completionCandidates = Mixes.class,
            description =
                    "What transactions do: ${COMPLETION-CANDIDATES}. Default: blindw-rw, or what shows the bug best.")
    private @Nullable String mix;

    @Option(names = "--txns", paramLabel = "N", description = "Transactions in all. Default: ${DEFAULT-VALUE}.")
    private int transactions = 1000;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Clients at the same time. Default: ${DEFAULT-VALUE}.")
    private int sessions = 8;

    @Option(names = "--keys", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int keys = 100;

    @Option(names = "--ops", paramLabel = "N", description = "Operations per transaction. Default: ${DEFAULT-VALUE}.")
    private int operations = 8;

    @Option(
            names = "--zipf",
            paramLabel = "S",
            description = "Choose keys by Zipf's law with this exponent; 0, the default, makes all alike.")
    private double zipf;

    @Option(
            names = "--aborts",
            paramLabel = "P",
            description = "Probability that a client rolls back. Default: ${DEFAULT-VALUE}.")
    private double aborts = 0.01;

    @Option(
            names = "--unknowns",
            paramLabel = "P",
            description = "Probability that the answer of a commit is lost. Default: ${DEFAULT-VALUE}.")
    private double unknowns;

    @Option(
            names = "--duplicates",
            paramLabel = "N",
            description = "Write only N different values; 0, the default, makes every value unique.")
    private int duplicates;

    @Option(names = "--preload", description = "Give every key a value before the first transaction.")
    private boolean preload;

    @Option(names = "--hints", description = "Add what only the store knows: version orders and timestamps.")
    private boolean hints;

    @Option(
            names = "--clock-skew",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "By how much the clocks of two sessions may differ. Default: not at all.")
    private Duration clockSkew = Duration.ZERO;

    @Option(
            names = "--answer-delay",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "By how much one answer in four comes late, at most. Default: not at all.")
    private Duration answerDelay = Duration.ZERO;

    @Option(names = "--rests", paramLabel = "P", description = "Probability that a transaction rests in its midst.")
    private double rests;

    @Option(
            names = "--rest-time",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "How long those rest, at most. Default: 100ms.")
    private Duration restTime = Duration.ofMillis(100);

    @Option(names = "--late-snapshots", description = "Take snapshots at the first operation, not at the begin.")
    private boolean lateSnapshots;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The same seed gives the same trace. Default: ${DEFAULT-VALUE}.")
    private long seed;

    /** The settings, or a usage error that says what does not fit. */
    SimConfig config() {
        try {
            SimConfig config = new SimConfig()
                    .transactions(transactions)
                    .sessions(sessions)
                    .keys(keys)
                    .operations(operations)
                    .zipf(zipf)
                    .abortProbability(aborts)
                    .unknownProbability(unknowns)
                    .duplicates(duplicates)
                    .preloaded(preload)
                    .hints(hints)
                    .clockSkew(clockSkew.toNanos())
                    .answerDelay(answerDelay.toNanos())
                    .rests(rests, restTime.toNanos())
                    .lateSnapshots(lateSnapshots)
                    .seed(seed);
            if (store != null) {
                config.control(named("store", store, ConcurrencyControl::of, new Stores()));
            }
            if (bug != null) {
                config.bug(bug(bug));
            }
            if (mix != null) {
                config.mix(named("mix", mix, SimMix::of, new Mixes()));
            }
            return config;
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }

    int transactions() {
        return transactions;
    }

    boolean hasBug() {
        return bug != null;
    }

    static Bug bug(String word) {
        return named("bug", word, Bug::of, new Bugs());
    }

    private static <T> T named(String what, String word, Function<String, Optional<T>> find, Words words) {
        return find.apply(word)
                .orElseThrow(() -> CommandFailed.usage(
                        "unknown " + what + " '" + word + "', expected one of " + String.join(", ", words)));
    }

    /** What shells complete. */
    private abstract static class Words implements Iterable<String> {
        private final List<String> words;

        Words(List<String> words) {
            this.words = words;
        }

        @Override
        public Iterator<String> iterator() {
            return words.iterator();
        }
    }

    static final class Stores extends Words {
        Stores() {
            super(Arrays.stream(ConcurrencyControl.values())
                    .map(ConcurrencyControl::word)
                    .toList());
        }
    }

    static final class Bugs extends Words {
        Bugs() {
            super(Arrays.stream(Bug.values()).map(Bug::word).toList());
        }
    }

    static final class Mixes extends Words {
        Mixes() {
            super(Arrays.stream(SimMix.values()).map(SimMix::word).toList());
        }
    }
}
