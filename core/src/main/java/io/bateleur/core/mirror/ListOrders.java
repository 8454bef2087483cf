package io.bateleur.core.mirror;

import io.bateleur.core.ints.LongList;
import io.bateleur.core.mirror.TransactionTable.Sighting;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists as they were read: the longest one of each key says in which order its elements were appended. */
final class ListOrders {
    private final TransactionTable transactions;
    private final Map<Integer, Longest> longest = new HashMap<>();
    private final BitSet appended = new BitSet();
    /** Keys that somebody puts or deletes as a whole, so that elements go. */
    private final BitSet replaced = new BitSet();

    /** The longest list that was read of a key, and who read it. */
    private static final class Longest {
        final LongList elements = new LongList();

        @Nullable
        Sighting read;
    }

    ListOrders(TransactionTable transactions) {
        this.transactions = transactions;
    }

    /** Somebody appends to this key. */
    void append(int key) {
        appended.set(key);
    }

    /** Somebody puts or deletes this key. */
    void replace(int key) {
        replaced.set(key);
    }

    boolean isAppended(int key) {
        return appended.get(key);
    }

    /** Whether elements only ever come to it. */
    boolean onlyGrows(int key) {
        return appended.get(key) && !replaced.get(key);
    }

    /** The last element of a list, ABSENT for an empty one; of what an append wrote, that element. */
    long last(ValueCodes codes, long content) {
        if (!codes.isList(content)) {
            return content;
        }
        long[] elements = codes.elements(content);
        return elements.length == 0 ? ValueCodes.ABSENT : elements[elements.length - 1];
    }

    /** Notes a list that was read; the read that it contradicts, if it neither goes on from what was known nor is a beginning of it. */
    @Nullable
    Sighting note(int key, long[] elements, Sighting read) {
        Longest known = longest.computeIfAbsent(key, unknown -> new Longest());
        int common = Math.min(known.elements.size(), elements.length);
        for (int i = 0; i < common; i++) {
            if (known.elements.get(i) != elements[i]) {
                return known.read;
            }
        }
        if (elements.length > common) {
            for (int i = common; i < elements.length; i++) {
                known.elements.add(elements[i]);
            }
            transactions.keep(read.reader());
            if (known.read != null) {
                transactions.release(known.read.reader());
            }
            known.read = read;
        }
        return null;
    }

    void mark(ValueCodes codes) {
        for (Longest list : longest.values()) {
            for (int i = 0; i < list.elements.size(); i++) {
                codes.mark(list.elements.get(i));
            }
            if (list.read != null) {
                codes.mark(list.read.seen());
            }
        }
    }
}
