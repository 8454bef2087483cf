package io.bateleur.core.encode.published;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.encode.LazyEncoding;
import io.bateleur.core.encode.Translation;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.Level;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * How published checkers put the question, on our graph, for our solver: to compare encodings without everything else that
 * differs between tools, and as second opinions.
 *
 * <p>They are eager: every pair of writers that reachability does not order becomes a variable before the search starts. Our own
 * {@link LazyEncoding} makes variables of those pairs only that a candidate order breaks.
 */
public enum AlternativeEncoding {
    /** Tan et al., Cobra: Making Transactional Key-Value Stores Verifiably Serializable (OSDI 2020). */
    COBRA(
            "cobra",
            "a polygraph of transactions: an either-or for each pair of writers of a key, pruned by reachability",
            Level.SERIALIZABLE.criterion()::equals),
    /** Zhang et al., Viper: A Fast Snapshot Isolation Checker (EuroSys 2023). */
    VIPER(
            "viper",
            "a BC-polygraph: the same either-or between begins and commits",
            Level.SNAPSHOT_ISOLATION.criterion()::equals),
    /** Huang et al., Efficient Black-Box Checking of Snapshot Isolation in Databases (VLDB 2023). */
    POLYSI(
            "polysi",
            "the induced graph of transactions: each dependency alone and followed by each anti-dependency",
            Level.SNAPSHOT_ISOLATION.criterion()::equals),
    /** Clark et al., Validating Database System Isolation Level Implementations with Version Certificate Recovery (EuroSys 2024). */
    EMME(
            "emme",
            "white box: the version orders and commit timestamps of the trace are believed, and a cycle is looked for",
            criterion -> criterion.visibility() == Visibility.NOTHING);

    /** The largest problem that is made, in edges: between one and two gigabytes once a solver has taken it up. */
    static final int EDGES_MAX = 10_000_000;

    private final String word;
    private final String description;
    private final Predicate<Criterion> decides;

    AlternativeEncoding(String word, String description, Predicate<Criterion> decides) {
        this.word = word;
        this.description = description;
        this.decides = decides;
    }

    /** Its name on the command line. */
    public String word() {
        return word;
    }

    public String description() {
        return description;
    }

    public static Optional<AlternativeEncoding> of(String word) {
        return Arrays.stream(values())
                .filter(encoding -> encoding.word.equalsIgnoreCase(word))
                .findFirst();
    }

    /** Whether the criterion of a level is one that this encoding is made for; the order that goes with it may be any. */
    public boolean decides(Level level) {
        // Extensions have levels of their own names, and ask for more than their criteria.
        return decides.test(level.criterion())
                && !level.mixed()
                && Level.of(level.name()).isPresent();
    }

    /** Why this encoding says nothing about a level of a history, if so. */
    public Optional<String> unsupported(Asg asg, Level level) {
        if (!decides(level)) {
            return Optional.of("the encoding " + word + " does not decide " + level);
        }
        return Settled.problem(asg)
                .map(problem -> "the encoding " + word + " needs to know what every read saw, and " + problem)
                .or(() -> this == EMME ? VersionHints.of(asg).problem() : Optional.empty());
    }

    /** The graph with all that this encoding believes of the trace: {@link #EMME} more than what we do. */
    public Asg trusting(Asg asg) {
        return this == EMME ? Emme.trusting(asg) : asg;
    }

    /** The problem that an IR is to this encoding, or nothing when it was cancelled or would have been too large. */
    public Optional<? extends Translation> encode(Ir ir, BooleanSupplier cancelled) {
        return switch (this) {
            case COBRA, VIPER -> PrunedPolygraph.of(ir, cancelled).flatMap(PointGraph::of);
            case POLYSI ->
                PrunedPolygraph.of(ir, cancelled).flatMap(polygraph -> InducedGraph.of(polygraph, cancelled));
            case EMME -> PointGraph.of(PrunedPolygraph.settled(Emme.fix(ir)));
        };
    }
}
