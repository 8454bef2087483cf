package io.bateleur.core.mirror;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Contents as longs, so that equal contents have equal codes: integers are their own codes, what does not fit is kept in a pool, from
 * which what nobody needs any more is removed now and then.
 */
final class ValueCodes {
    /** There is nothing: never inserted, or deleted; for lists, an empty one. */
    static final long ABSENT = 1;

    /** The trace does not tell. */
    static final long UNKNOWN = 3;

    private static final long FITS = 1L << 62;
    private static final int FIRST_POOLED = 2;
    private static final int SWEEP_MIN = 1 << 16;

    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<@Nullable Object> pool = new ArrayList<>(List.of("absent", "unknown"));
    private final ArrayList<Integer> free = new ArrayList<>();
    private int sweepAt = SWEEP_MIN;
    private BitSet marked = new BitSet();

    static boolean isPooled(long code) {
        return (code & 1) == 1 && code > UNKNOWN;
    }

    long of(long integer) {
        return integer >= -FITS && integer < FITS ? integer << 1 : pooled(Value.of(integer));
    }

    long of(Value value) {
        return value instanceof Value.Int integer ? of(integer.value()) : pooled(value);
    }

    /** A deleted key of which the database told the tombstone. */
    long tombstone(long code) {
        return pooled(Content.tombstone(value(code)));
    }

    /** The elements of a list, to be asked for with {@link #elements}. */
    long list(long[] codes) {
        return pooled(new Elements(codes));
    }

    private long pooled(Object object) {
        Integer number = numbers.get(object);
        if (number == null) {
            if (free.isEmpty()) {
                number = pool.size();
                pool.add(object);
            } else {
                number = free.remove(free.size() - 1);
                pool.set(number, object);
            }
            numbers.put(object, number);
        }
        return ((long) number << 1) | 1;
    }

    boolean isDead(long code) {
        return code == ABSENT || isPooled(code) && pool.get((int) (code >> 1)) instanceof Content;
    }

    /** Whether a read that saw one content may have seen a version with the other. */
    boolean match(long seen, long written) {
        return seen == written
                || written == UNKNOWN
                || (seen & 1) == 1
                        && (written & 1) == 1
                        && (seen == ABSENT || written == ABSENT)
                        && isDead(seen)
                        && isDead(written);
    }

    long[] elements(long list) {
        Object object = pool.get((int) (list >> 1));
        return object instanceof Elements elements ? elements.codes : new long[0];
    }

    boolean isList(long code) {
        return isPooled(code) && pool.get((int) (code >> 1)) instanceof Elements;
    }

    Value value(long code) {
        if ((code & 1) == 0) {
            return Value.of(code >> 1);
        }
        Object object = pool.get((int) (code >> 1));
        if (object instanceof Elements elements) {
            List<Value> values = new ArrayList<>();
            for (long element : elements.codes) {
                values.add(value(element));
            }
            return Value.list(values);
        }
        if (object instanceof Value value) {
            return value;
        }
        throw new IllegalStateException("no value: " + object);
    }

    /** What it means, as a content of the model. */
    Content content(long code) {
        if (code == UNKNOWN) {
            return Content.unknown();
        }
        if (code == ABSENT) {
            return Content.absent();
        }
        return isPooled(code) && pool.get((int) (code >> 1)) instanceof Content dead ? dead : Content.live(value(code));
    }

    // ---- forgetting

    boolean isFull() {
        return numbers.size() >= sweepAt;
    }

    void mark(long code) {
        if (isPooled(code)) {
            marked.set((int) (code >> 1));
            if (pool.get((int) (code >> 1)) instanceof Elements elements) {
                for (long element : elements.codes) {
                    mark(element);
                }
            }
        }
    }

    /** Removes what was not marked since the last time. */
    void sweep() {
        for (int i = FIRST_POOLED; i < pool.size(); i++) {
            Object object = pool.get(i);
            if (object != null && !marked.get(i)) {
                numbers.remove(object);
                pool.set(i, null);
                free.add(i);
            }
        }
        marked = new BitSet();
        sweepAt = Math.max(SWEEP_MIN, 2 * numbers.size());
    }

    int size() {
        return numbers.size();
    }

    /** A list that was read. */
    private record Elements(long[] codes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Elements that && java.util.Arrays.equals(codes, that.codes);
        }

        @Override
        public int hashCode() {
            return java.util.Arrays.hashCode(codes);
        }
    }
}
