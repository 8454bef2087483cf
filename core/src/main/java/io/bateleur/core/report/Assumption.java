package io.bateleur.core.report;

import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.Optional;

/** Something that the history leaves open, taken to be so in order to see where it leads. */
public sealed interface Assumption {

    /**
     * A read saw the version of one of its possible writers.
     *
     * @param read the operation, which may be of a range
     * @param key the key that was read, of a range one of its keys
     * @param writer empty for the version that was there before everything
     */
    record Saw(Transaction reader, Operation read, Value key, Optional<Transaction> writer) implements Assumption {}

    /** One transaction's version of a key is older than another's. */
    record WroteFirst(Value key, Transaction first, Transaction second) implements Assumption {
        /** The only other possibility. */
        public WroteFirst opposite() {
            return new WroteFirst(key, second, first);
        }
    }
}
