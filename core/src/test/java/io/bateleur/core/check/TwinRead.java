package io.bateleur.core.check;

import java.util.List;

/**
 * A read of a key that other transactions' versions must explain.
 *
 * @param predicate whether the key is one of a range that did not return it
 * @param sights what may have been seen
 */
record TwinRead(int transaction, int operation, int key, boolean predicate, List<Sight> sights) {
    /** In place of a writer: the initial version. */
    static final int INITIAL = Relation.NODES_MAX;

    /** In place of a writer: only what the transaction itself had written. */
    static final int OWN = INITIAL + 1;

    /**
     * One way to explain the read.
     *
     * @param writer whose version was seen
     * @param content what that version must then hold
     */
    record Sight(int writer, TwinContent content) {
        boolean isOfTransaction() {
            return writer < INITIAL;
        }
    }
}
