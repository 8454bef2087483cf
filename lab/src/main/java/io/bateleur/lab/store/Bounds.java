package io.bateleur.lab.store;

import io.bateleur.core.model.Value;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of keys as byte strings.
 *
 * @param low inclusive
 * @param high exclusive, or null: then there is no end
 */
public record Bounds(byte[] low, byte @Nullable [] high) {
    /** All keys. */
    static final Bounds NONE = new Bounds(new byte[Long.BYTES], null);

    static Bounds of(@Nullable Value low, @Nullable Value high) {
        return new Bounds(low == null ? NONE.low : Encoding.key(low), high == null ? null : Encoding.key(high));
    }

    /** Whether a key, which is not below the low end, is in the range. */
    public boolean reach(byte[] key) {
        return high == null || Arrays.compareUnsigned(key, high) < 0;
    }
}
