package io.bateleur.core.part;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A range that tells only of those keys of a part whose reads stay.
 *
 * <pre>
 *   scan(a,z)=[b:1,k:2,m:3]    of the part's keys b, g, k, m the reads of g and m must go
 *   =>  scan(a,m)=[b:1,g:??,k:2]
 * </pre>
 *
 * <p>Keys that are not in the part are no obstacle, and those at either end are left outside. Of those between the others it
 * says that nothing is told. It stays one operation, since some levels (monotonic atomic view) ask which of two reads came
 * first.
 *
 * @param low the lower bound, or null
 * @param high the upper bound, or null
 * @param told the keys whose reads stay
 * @param untold keys between them of which it must say nothing
 */
record NarrowedRange(@Nullable Value low, @Nullable Value high, BitSet told, BitSet untold) {

    /**
     * Narrows a range.
     *
     * @param places the places of the part's keys in their order
     */
    static NarrowedRange of(History history, int operation, Selection selection, KeyOrder order, BitSet places) {
        Value low = bound(history, history.rangeLow(operation));
        Value high = bound(history, history.rangeHigh(operation));
        int begin = low == null ? 0 : order.firstFrom(low);
        int end = high == null ? order.size() : order.firstFrom(high);
        BitSet stay = selection.keysOf(operation);
        BitSet told = new BitSet();
        BitSet untold = new BitSet();
        BitSet since = new BitSet();
        for (int place = places.nextSetBit(begin); place >= 0 && place < end; place = places.nextSetBit(place + 1)) {
            int key = order.key(place);
            if (stay.get(key)) {
                low = told.isEmpty() && !since.isEmpty() ? history.keys().get(key) : low;
                if (!told.isEmpty()) {
                    untold.or(since);
                }
                told.set(key);
                since.clear();
            } else {
                since.set(key);
            }
        }
        for (int key = since.nextSetBit(0); key >= 0; key = since.nextSetBit(key + 1)) {
            Value bound = history.keys().get(key);
            high = high == null || bound.compareTo(high) < 0 ? bound : high;
        }
        return new NarrowedRange(low, high, told, untold);
    }

    private static @Nullable Value bound(History history, int value) {
        return value < 0 ? null : history.values().get(value);
    }
}
