package io.bateleur.core.part;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;

/** The keys of a history in the order in which ranges are read; it is made when first asked for. */
final class KeyOrder {
    private final History history;
    private int[] sorted = {};
    private int[] placeOf = {};

    KeyOrder(History history) {
        this.history = history;
    }

    int size() {
        return history.keyCount();
    }

    int key(int place) {
        return sorted()[place];
    }

    BitSet places(BitSet keys) {
        sorted();
        BitSet places = new BitSet();
        for (int key = keys.nextSetBit(0); key >= 0; key = keys.nextSetBit(key + 1)) {
            places.set(placeOf[key]);
        }
        return places;
    }

    /** The place of the first key that is not below a bound. */
    int firstFrom(Value bound) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (history.keys().get(key(middle)).compareTo(bound) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int[] sorted() {
        if (sorted.length < size()) {
            Value[] values = new Value[size()];
            Integer[] order = new Integer[size()];
            Arrays.setAll(values, history.keys()::get);
            Arrays.setAll(order, key -> key);
            Arrays.sort(order, Comparator.comparing(key -> values[key]));
            sorted = Arrays.stream(order).mapToInt(key -> key).toArray();
            placeOf = new int[sorted.length];
            for (int place = 0; place < sorted.length; place++) {
                placeOf[sorted[place]] = place;
            }
        }
        return sorted;
    }
}
