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
record Store(
        Versions versions,
        Lists lists,
        List<Txn> txns,
        Bugs bugs,
        Deque<Txn> ready,
        @Nullable Journal journal) {
    static Store of(Lists lists, List<Txn> txns, Bugs bugs, @Nullable Journal journal) {
        return new Store(new Versions(), lists, txns, bugs, new ArrayDeque<>(), journal);
    }
}
