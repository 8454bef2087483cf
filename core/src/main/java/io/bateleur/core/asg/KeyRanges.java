package io.bateleur.core.asg;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.Arrays;
import java.util.Comparator;

/** The keys of a history in their order, to find those of a range. */
final class KeyRanges {
    /** Before any range was met. */
    static final KeyRanges NONE = new KeyRanges();

    private final History history;
    private final Value[] values;
    private final int[] keys;
    private final int[] placeOf;
    private final int[] markedAt;
    private int round;
    private int lastMarked;

    private KeyRanges() {
        history = History.builder().build();
        values = new Value[0];
        keys = new int[0];
        placeOf = new int[0];
        markedAt = new int[0];
    }

    KeyRanges(History history) {
        this.history = history;
        int count = history.keyCount();
        Integer[] order = new Integer[count];
        Value[] all = new Value[count];
        for (int k = 0; k < count; k++) {
            order[k] = k;
            all[k] = history.keys().get(k);
        }
        Arrays.sort(order, Comparator.comparing(k -> all[k]));
        values = new Value[count];
        keys = new int[count];
        placeOf = new int[count];
        markedAt = new int[count];
        for (int i = 0; i < count; i++) {
            keys[i] = order[i];
            values[i] = all[order[i]];
            placeOf[order[i]] = i;
        }
    }

    /** Forgets the marks. */
    void start() {
        round++;
        lastMarked = -1;
    }

    /** Notes that a range returned this key. */
    void mark(int key) {
        markedAt[key] = round;
        lastMarked = Math.max(lastMarked, placeOf[key]);
    }

    boolean isMarked(int key) {
        return markedAt[key] == round;
    }

    int key(int place) {
        return keys[place];
    }

    /** The place of the first key of a range. */
    int begin(int operation) {
        int low = history.rangeLow(operation);
        return low < 0 ? 0 : firstFrom(history.values().get(low));
    }

    /** The place after the last key that a range tells about: one that stopped early tells of nothing after what it returned. */
    int end(int operation) {
        int high = history.rangeHigh(operation);
        int end = high < 0 ? keys.length : firstFrom(history.values().get(high));
        boolean stopped = history.kind(operation) == OpKind.ITERATE && history.stoppedEarly(operation);
        return stopped ? Math.min(end, lastMarked + 1) : end;
    }

    private int firstFrom(Value bound) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[middle].compareTo(bound) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
