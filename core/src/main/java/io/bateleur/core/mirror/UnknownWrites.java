package io.bateleur.core.mirror;

import io.bateleur.core.model.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys that something unknown may have written, and from when on. What was read of them by then is known, and what is written to them
 * stays so: only what was read later may be anything.
 */
final class UnknownWrites {
    private static final long NEVER = Long.MAX_VALUE;

    /** By the first parts of a key. */
    private final Map<List<Value>, Long> from = new HashMap<>();

    private long all = NEVER;
    private int longest;

    /** @param parts of keys that are lists; none: all keys */
    void add(List<Value> parts, long since) {
        if (parts.isEmpty()) {
            all = Math.min(all, since);
        } else {
            from.merge(List.copyOf(parts), since, Math::min);
            longest = Math.max(longest, parts.size());
        }
    }

    boolean isEmpty() {
        return all == NEVER && from.isEmpty();
    }

    /** Whether nothing is known of a key at this time. */
    boolean reach(Value key, long time) {
        if (time >= all) {
            return true;
        }
        if (key instanceof Value.Elements list) {
            List<Value> parts = list.value();
            for (int size = 1; size <= Math.min(longest, parts.size()); size++) {
                Long since = from.get(parts.subList(0, size));
                if (since != null && time >= since) {
                    return true;
                }
            }
        }
        return false;
    }
}
