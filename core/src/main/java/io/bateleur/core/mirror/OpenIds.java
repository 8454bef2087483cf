package io.bateleur.core.mirror;

import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The open transactions of a stream by their ids, of which most are integers. */
final class OpenIds {
    private static final int NONE = -1;

    private final Map<Value, Integer> others = new HashMap<>();
    private long[] ids = new long[128];
    private int[] numbers = new int[128];
    private int size;

    OpenIds() {
        Arrays.fill(numbers, NONE);
    }

    private int slot(long id) {
        return (int) (id * 0x9E3779B97F4A7C15L >>> 40) & ids.length - 1;
    }

    void put(Value id, int number) {
        if (!(id instanceof Value.Int integer)) {
            others.put(id, number);
            return;
        }
        if (2 * (size + 1) > ids.length) {
            grow();
        }
        int at = find(integer.value());
        size += numbers[at] == NONE ? 1 : 0;
        ids[at] = integer.value();
        numbers[at] = number;
    }

    /** Where an id is, or where it would be. */
    private int find(long id) {
        int at = slot(id);
        while (numbers[at] != NONE && ids[at] != id) {
            at = at + 1 & ids.length - 1;
        }
        return at;
    }

    private void grow() {
        long[] oldIds = ids;
        int[] oldNumbers = numbers;
        ids = new long[2 * oldIds.length];
        numbers = new int[ids.length];
        Arrays.fill(numbers, NONE);
        for (int i = 0; i < oldIds.length; i++) {
            if (oldNumbers[i] != NONE) {
                int at = find(oldIds[i]);
                ids[at] = oldIds[i];
                numbers[at] = oldNumbers[i];
            }
        }
    }

    /** The number of an open transaction, or -1. */
    int of(long id) {
        return numbers[find(id)];
    }

    int of(Value id) {
        return id instanceof Value.Int integer ? of(integer.value()) : others.getOrDefault(id, NONE);
    }

    void remove(Value id) {
        if (!(id instanceof Value.Int integer)) {
            others.remove(id);
            return;
        }
        int hole = find(integer.value());
        if (numbers[hole] == NONE) {
            return;
        }
        size--;
        numbers[hole] = NONE;
        // What was pushed on by it moves back, so that no search ends at the hole.
        int mask = ids.length - 1;
        for (int at = hole + 1 & mask; numbers[at] != NONE; at = at + 1 & mask) {
            if ((at - slot(ids[at]) & mask) >= (at - hole & mask)) {
                ids[hole] = ids[at];
                numbers[hole] = numbers[at];
                numbers[at] = NONE;
                hole = at;
            }
        }
    }

    boolean isEmpty() {
        return size == 0 && others.isEmpty();
    }

    List<Value> ids() {
        List<Value> all = new ArrayList<>(others.keySet());
        for (int i = 0; i < ids.length; i++) {
            if (numbers[i] != NONE) {
                all.add(Value.of(ids[i]));
            }
        }
        all.sort(null);
        return all;
    }

    void clear() {
        others.clear();
        Arrays.fill(numbers, NONE);
        size = 0;
    }
}
