package io.bateleur.core.solve;

/**
 * What a solver has done so far.
 *
 * @param visited nodes looked at to keep the graphs in order
 */
public record Statistics(
        long decisions,
        long propagations,
        long conflicts,
        long cycles,
        long impliedByGraphs,
        long restarts,
        long learned,
        long reorders,
        long visited) {}
