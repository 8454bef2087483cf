package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.OpKind;
import java.util.Arrays;
import java.util.List;

/** Operations on one key each, kept in columns until their transaction, or the whole file, has been read. */
final class OpColumns {
    private static final List<OpKind> KINDS = List.of(OpKind.values());

    private byte[] kinds = new byte[16];
    private int[] keys = new int[16];
    private int[] values = new int[16];
    private int size;

    int size() {
        return size;
    }

    OpKind kind(int index) {
        return KINDS.get(kinds[index]);
    }

    int key(int index) {
        return keys[index];
    }

    int value(int index) {
        return values[index];
    }

    void clear() {
        size = 0;
    }

    void add(OpKind kind, int key, int value) {
        if (size == kinds.length) {
            int capacity = size + (size >> 1);
            kinds = Arrays.copyOf(kinds, capacity);
            keys = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        kinds[size] = (byte) kind.ordinal();
        keys[size] = key;
        values[size] = value;
        size++;
    }

    /** Copies all operations of another one over those here from {@code index} on, growing where needed. */
    void put(int index, OpColumns from) {
        int common = Math.min(from.size, size - index);
        System.arraycopy(from.kinds, 0, kinds, index, common);
        System.arraycopy(from.keys, 0, keys, index, common);
        System.arraycopy(from.values, 0, values, index, common);
        for (int i = common; i < from.size; i++) {
            add(from.kind(i), from.keys[i], from.values[i]);
        }
    }
}
