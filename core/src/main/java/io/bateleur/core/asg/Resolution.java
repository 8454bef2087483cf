package io.bateleur.core.asg;

/**
 * One way in which everything can have happened: the evidence that a level holds.
 *
 * <p>Each transaction that happened has a start and a commit in {@link #events}, the start first; for levels where a transaction
 * is one point the two are neighbours. The versions of a key are in the order of their writers' commits.
 *
 * @param events starts and commits, first to last: the start of transaction t is 2t, its commit 2t + 1
 * @param sources by read of the graph, the transaction whose version it saw, or {@link Asg#INITIAL}; of reads by transactions
 *     that did not happen it says nothing
 * @param versions for criteria that judge each key apart: the writes of each key, oldest first, laid out as
 *     {@link Asg#firstOfKey} says (writes of transactions that did not happen stand last); empty for all other criteria
 */
public record Resolution(int[] events, int[] sources, int[] versions) {}
