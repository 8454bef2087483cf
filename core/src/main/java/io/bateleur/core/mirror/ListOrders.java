package io.bateleur.core.mirror;

import io.bateleur.core.ints.LongList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Lists as they were read: the longest one of each key says in which order its elements were appended. */
final class ListOrders {
    private final Map<Integer, LongList> longest = new HashMap<>();
    private final BitSet appended = new BitSet();
    private long contradictions;

    /** How many lists contradicted the longest one. */
    long contradictions() {
        return contradictions;
    }

    /** Somebody appends to this key. */
    void append(int key) {
        appended.set(key);
    }

    boolean isAppended(int key) {
        return appended.get(key);
    }

    /** The last element of a list, ABSENT for an empty one; of what an append wrote, that element. */
    long last(ValueCodes codes, long content) {
        if (!codes.isList(content)) {
            return content;
        }
        long[] elements = codes.elements(content);
        return elements.length == 0 ? ValueCodes.ABSENT : elements[elements.length - 1];
    }

    /** Notes a list that was read; whether it goes on from what was known, or is a beginning of it. */
    boolean note(int key, long[] elements) {
        LongList known = longest.computeIfAbsent(key, unknown -> new LongList());
        int common = Math.min(known.size(), elements.length);
        for (int i = 0; i < common; i++) {
            if (known.get(i) != elements[i]) {
                contradictions++;
                return false;
            }
        }
        for (int i = common; i < elements.length; i++) {
            known.add(elements[i]);
        }
        return true;
    }

    LongList of(int key) {
        return longest.getOrDefault(key, new LongList());
    }

    void mark(ValueCodes codes) {
        for (LongList list : longest.values()) {
            for (int i = 0; i < list.size(); i++) {
                codes.mark(list.get(i));
            }
        }
    }
}
