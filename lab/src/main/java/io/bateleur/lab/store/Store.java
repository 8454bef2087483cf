package io.bateleur.lab.store;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;

/** A database that holds the keys of a workload. */
public interface Store extends AutoCloseable {
    /** Makes room for the keys, and nothing else: whatever an earlier run left there is gone. */
    void prepare() throws CallFailedException;

    /** Another session, at the isolation level of the store. */
    KeyValueClient open() throws CallFailedException;

    /** Whether a read can keep others from changing what it read; where not, to ask for it makes no difference. */
    default boolean locksReads() {
        return true;
    }

    /** The level of the newest session in the database's own words, or an empty string where it does not tell. */
    default String answeredLevel() {
        return "";
    }

    /** The keys that have lists now, as far as the store can tell. */
    default List<Value> listKeys() throws CallFailedException {
        return List.of();
    }

    @Override
    void close();
}
