package io.bateleur.recorder;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's session with a transactional store: what one has to write to have any store recorded. One transaction at a time, one
 * thread at a time.
 *
 * <p>Operations that a store does not have throw an {@link UnsupportedOperationException}; nothing is recorded of them.
 */
public interface KeyValueClient extends AutoCloseable {
    void begin() throws CallFailedException;

    /** @param lock whether others may not change it until the end of the transaction */
    Content get(Value key, boolean lock) throws CallFailedException;

    void put(Value key, Value value) throws CallFailedException;

    /**
     * Deletes a key.
     *
     * @return whether that wrote anything: to find that there is nothing to delete is a read in some stores, and a write in others
     */
    boolean delete(Value key) throws CallFailedException;

    /** Adds an element to a list, unread. */
    void append(Value key, Value element) throws CallFailedException;

    Content readList(Value key, boolean lock) throws CallFailedException;

    /** All keys from one, inclusive, to another, exclusive, in order; a bound that is null is none. */
    List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) throws CallFailedException;

    /** The first keys of a range, in order, at most so many. */
    Iterated iterate(@Nullable Value low, @Nullable Value high, int most) throws CallFailedException;

    /** Returns when the store said that it committed. */
    void commit() throws CallFailedException;

    void abort() throws CallFailedException;

    /** The isolation level that the store says this session has, in its own words, or null when it does not tell. */
    @Nullable
    String level();

    /**
     * How reads that lock do so: {@code update} or {@code share}, {@code no key update} or {@code key share}; null where that is not
     * known.
     */
    default @Nullable String lockMode() {
        return null;
    }

    @Override
    void close();

    /** @param stopped whether there may be more keys than were asked for */
    record Iterated(List<Item> items, boolean stopped) {}
}
