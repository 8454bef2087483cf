package io.bateleur.core.sim;

import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Value;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a simulation. Every setting has a default; a bug brings along the store and the workload it is meant for, unless
 * others are asked for.
 */
public final class SimConfig {
    private @Nullable ConcurrencyControl control;
    private @Nullable Bug bug;
    private @Nullable SimMix mix;
    private double bugProbability = 0.2;
    private int sessions = 8;
    private int transactions = 1000;
    private boolean committedOnly;
    private int keys = 100;
    private int operations = 8;
    private boolean variesOperations;
    private double zipf;
    private double abortProbability = 0.01;
    private double unknownProbability;
    private int duplicates;
    private boolean preloaded;
    private boolean hints;
    private boolean named;
    private boolean timed = true;
    private SimTiming timing = SimTiming.plain();
    private IntConsumer progress = finished -> {};
    private long seed;

    /** The store; snapshot isolation unless a bug is meant for another one. */
    public SimConfig control(ConcurrencyControl value) {
        control = value;
        return this;
    }

    /** A bug for the store to have. */
    public SimConfig bug(Bug value) {
        bug = value;
        return this;
    }

    /** How likely the bug strikes at each opportunity. */
    public SimConfig bugProbability(double value) {
        bugProbability = probability(value, "bug probability");
        return this;
    }

    /** What transactions do. */
    public SimConfig mix(SimMix value) {
        mix = value;
        return this;
    }

    public SimConfig sessions(int value) {
        sessions = positive(value, "sessions");
        return this;
    }

    /** How many transactions all sessions begin together, retries and aborted ones too. */
    public SimConfig transactions(int value) {
        transactions = positive(value, "transactions");
        return this;
    }

    /** Makes {@link #transactions(int)} count those only that commit; what the store or a client aborts comes on top. */
    public SimConfig countsCommitted(boolean value) {
        committedOnly = value;
        return this;
    }

    /** How many keys there are; of lists, how many are in use at a time. */
    public SimConfig keys(int value) {
        keys = positive(value, "keys");
        return this;
    }

    /** How many operations a transaction has. */
    public SimConfig operations(int value) {
        operations = positive(value, "operations");
        return this;
    }

    /** Makes the operations of a transaction any number up to {@link #operations(int)}. */
    public SimConfig variesOperations(boolean value) {
        variesOperations = value;
        return this;
    }

    /** The exponent of Zipf's law by which keys are chosen; 0 makes all alike. */
    public SimConfig zipf(double value) {
        if (!(value >= 0 && value <= 100)) {
            throw new IllegalArgumentException("zipf exponent " + value + " is not between 0 and 100");
        }
        zipf = value;
        return this;
    }

    /** How likely a client rolls back, for no reason. */
    public SimConfig abortProbability(double value) {
        abortProbability = probability(value, "abort probability");
        return this;
    }

    /** How likely the answer of a commit is lost; half of those have happened. */
    public SimConfig unknownProbability(double value) {
        unknownProbability = probability(value, "unknown probability");
        return this;
    }

    /** How many different values are written; 0 makes each one unique. */
    public SimConfig duplicates(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("duplicates: " + value + " is negative");
        }
        duplicates = value;
        return this;
    }

    /** Gives every key but lists a value before the first transaction. */
    public SimConfig preloaded(boolean value) {
        preloaded = value;
        return this;
    }

    /** Adds what only the store knows: version orders, and timestamps where there is one clock. */
    public SimConfig hints(boolean value) {
        hints = value;
        return this;
    }

    /** Whether clients write down when they called and were answered; without, real time says nothing. */
    public SimConfig timed(boolean value) {
        timed = value;
        return this;
    }

    /** Lets the clocks of any two sessions differ by up to this: then real time says nothing across sessions within it. */
    public SimConfig clockSkew(long nanos) {
        timing = timing.withSkew(nanos);
        return this;
    }

    /** Lets one answer in four come later than usual, by up to this, after its call has taken effect. */
    public SimConfig answerDelay(long nanos) {
        timing = timing.withDelay(nanos);
        return this;
    }

    /** Lets a transaction rest once in its midst, with some probability, for up to this time. */
    public SimConfig rests(double probability, long nanos) {
        timing = timing.withRests(probability, nanos);
        return this;
    }

    /** Makes stores with snapshots take them at the first operation, not at the begin. */
    public SimConfig lateSnapshots(boolean value) {
        timing = timing.withLateSnapshots(value);
        return this;
    }

    /** Names transactions T1, T2, ..., sessions s1, s2, ... and keys a, b, ... as people do, in place of numbers. */
    public SimConfig named(boolean value) {
        named = value;
        return this;
    }

    /** Told how many transactions have finished, after each one. */
    public SimConfig progress(IntConsumer value) {
        progress = value;
        return this;
    }

    public SimConfig seed(long value) {
        seed = value;
        return this;
    }

    // ---- for the run

    /** @throws IllegalArgumentException when the settings do not go together */
    void validate() {
        if (bug != null && !bug.controls().contains(control())) {
            String able = bug.controls().stream().map(ConcurrencyControl::word).collect(Collectors.joining(", "));
            throw new IllegalArgumentException(
                    "store " + control().word() + " cannot have the bug " + bug.word() + "; these can: " + able);
        }
        if (committedOnly && (abortProbability == 1 || unknownProbability == 1)) {
            throw new IllegalArgumentException("only commits count, and none is ever answered");
        }
    }

    ConcurrencyControl control() {
        ConcurrencyControl meant = bug == null
                ? ConcurrencyControl.SNAPSHOT_ISOLATION
                : bug.controls().get(0);
        return control == null ? meant : control;
    }

    Optional<Bug> bug() {
        return Optional.ofNullable(bug);
    }

    double bugProbability() {
        return bugProbability;
    }

    SimMix mix() {
        SimMix meant = bug == null ? SimMix.BLINDW_RW : bug.mix();
        return mix == null ? meant : mix;
    }

    int sessions() {
        return sessions;
    }

    int transactions() {
        return transactions;
    }

    boolean countsCommitted() {
        return committedOnly;
    }

    int keys() {
        return keys;
    }

    int operations() {
        return operations;
    }

    boolean variesOperations() {
        return variesOperations;
    }

    double zipf() {
        return zipf;
    }

    double abortProbability() {
        return abortProbability;
    }

    double unknownProbability() {
        return unknownProbability;
    }

    int duplicates() {
        return duplicates;
    }

    boolean isPreloaded() {
        return preloaded;
    }

    boolean givesHints() {
        return hints;
    }

    IntConsumer progress() {
        return progress;
    }

    boolean isNamed() {
        return named;
    }

    boolean isTimed() {
        return timed;
    }

    SimTiming timing() {
        return timing;
    }

    long seed() {
        return seed;
    }

    /** Tells a history how it was made: what is needed to make it again. */
    void describe(HistoryBuilder builder) {
        builder.about("simulated", Value.of(true));
        builder.about("store", Value.of(control().word()));
        if (bug != null) {
            builder.about("bug", Value.of(bug.word()));
            builder.about("bug-probability", Value.number(Double.toString(bugProbability)));
        }
        builder.about("mix", Value.of(mix().word()));
        builder.about("sessions", Value.of(sessions));
        builder.about("transactions", Value.of(transactions));
        builder.about("keys", Value.of(keys));
        builder.about("operations", Value.of(operations));
        builder.about("varies-operations", Value.of(variesOperations));
        builder.about("zipf", Value.number(Double.toString(zipf)));
        builder.about("abort-probability", Value.number(Double.toString(abortProbability)));
        builder.about("unknown-probability", Value.number(Double.toString(unknownProbability)));
        builder.about("duplicates", Value.of(duplicates));
        builder.about("preloaded", Value.of(preloaded));
        if (committedOnly) {
            builder.about("counts-committed", Value.of(true));
        }
        if (!timed) {
            builder.about("timed", Value.of(false));
        }
        timing.describe(builder);
        builder.about("seed", Value.of(seed));
    }

    private static int positive(int value, String what) {
        if (value < 1) {
            throw new IllegalArgumentException(what + ": " + value + " is less than 1");
        }
        return value;
    }

    private static double probability(double value, String what) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + ": " + value + " is not between 0 and 1");
        }
        return value;
    }
}
