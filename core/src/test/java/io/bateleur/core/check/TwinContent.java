package io.bateleur.core.check;

import io.bateleur.core.model.History;
import java.util.Arrays;

/**
 * What a version holds, or what a read saw.
 *
 * @param dead whether there is nothing
 * @param value the number of the value, of the tombstone when dead, or {@link History#ABSENT} or {@link History#UNKNOWN}: of a read,
 *     that there was some value
 * @param list of a key that holds a list, its elements by number; nothing there is the empty list
 */
record TwinContent(boolean dead, int value, int[] list) {
    static final TwinContent ABSENT = new TwinContent(true, History.ABSENT, new int[0]);

    /** Turns a value that is no list into one that no list equals, for traces that put a number where others append. */
    private static final int NO_LIST = 1 << 30;

    static TwinContent of(History history, int value, boolean dead) {
        int[] list = {};
        if (!dead && value >= 0 && history.values().isList(value)) {
            list = new int[history.values().listSize(value)];
            for (int i = 0; i < list.length; i++) {
                list[i] = history.values().element(value, i);
            }
        } else if (!dead && value != History.ABSENT) {
            list = new int[] {value + NO_LIST};
        }
        return new TwinContent(dead || value == History.ABSENT, value, list);
    }

    /** Whether a write of this, no list, explains that a read saw that. */
    boolean explains(TwinContent seen) {
        if (dead) {
            // A delete that does not tell its tombstone may have left any.
            return seen.dead && (seen.isUntold() || isUntold() || value == seen.value);
        }
        return !seen.dead && (value == History.UNKNOWN || seen.value == History.UNKNOWN || value == seen.value);
    }

    /** Whether two reads may have seen the same version of unknown content. */
    boolean agrees(TwinContent other) {
        return dead == other.dead && (value == other.value || isUntold() || other.isUntold());
    }

    private boolean isUntold() {
        return value == (dead ? History.ABSENT : History.UNKNOWN);
    }

    /** Whether a list holds the same elements as the given part of this one. */
    boolean hasAt(int from, int[] elements) {
        if (from < 0 || from + elements.length > list.length) {
            return false;
        }
        for (int i = 0; i < elements.length; i++) {
            if (elements[i] != History.UNKNOWN && elements[i] != list[from + i]) {
                return false;
            }
        }
        return true;
    }

    /** The first elements, as what a list held before the others were appended. */
    TwinContent prefix(int length) {
        return new TwinContent(length == 0, History.ABSENT, Arrays.copyOf(list, length));
    }

    @Override
    public boolean equals(Object other) {
        throw new UnsupportedOperationException("ask explains or agrees");
    }

    @Override
    public int hashCode() {
        throw new UnsupportedOperationException("ask explains or agrees");
    }
}
