package io.bateleur.core.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every concurrency control works on.
 *
 * @param txns the transaction of each session
 * @param ready transactions that waited and may try again, in the order in which they shall
 * @param journal what really happened, where somebody wants to know
 */
record SimStore(
        Versions versions,
        Lists lists,
        List<SimTxn> txns,
        Bugs bugs,
        Deque<SimTxn> ready,
        @Nullable Journal journal) {
    static SimStore of(Lists lists, List<SimTxn> txns, Bugs bugs, @Nullable Journal journal) {
        return new SimStore(new Versions(), lists, txns, bugs, new ArrayDeque<>(), journal);
    }
}
