package io.bateleur.lab.store;

import org.jspecify.annotations.Nullable;

/**
 * A transaction of an embedded engine, on byte strings. It throws what the engine throws; {@link EngineSession} knows what that
 * means.
 */
public interface EngineTransaction {
    /** Takes the keys of a range one after the other. */
    interface Visitor {
        /** Whether it wants another one. */
        boolean visit(byte[] key, byte[] value);
    }

    byte @Nullable [] get(Table table, byte[] key, boolean lock) throws Exception;

    void put(Table table, byte[] key, byte[] value) throws Exception;

    void delete(Table table, byte[] key) throws Exception;

    /** Adds to a list. An engine without an operation for that reads the list for update and writes it back. */
    default void append(byte[] key, byte[] element) throws Exception {
        byte[] list = get(Table.LISTS, key, true);
        put(Table.LISTS, key, list == null ? element : Encoding.joined(list, element));
    }

    /** With an iterator of the engine, in the order of the keys, and no further than the visitor wants. */
    void walk(Table table, Bounds bounds, boolean lock, Visitor visitor) throws Exception;

    /** After this it has ended, unless it throws: then it still has to be rolled back. */
    void commit() throws Exception;

    /** Ends it and gives back whatever it holds, also after a commit that failed. */
    void rollback() throws Exception;
}
