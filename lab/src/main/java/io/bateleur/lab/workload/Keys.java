package io.bateleur.lab.workload;

import io.bateleur.core.model.Value;

/**
 * Packs rows into integers, from the highest bit on: 0, table (7 bits), parent (24 bits), child (32 bits). So the rows of a table lie
 * beside each other, and so do the children of a parent: both can be read as a range.
 */
final class Keys {
    private static final int CHILD_BITS = 32;
    private static final int PARENT_BITS = 24;
    private static final int TABLE_BITS = 7;

    private Keys() {}

    /** The key of a row that is nobody's child; also the start of the range of its children. */
    static Value of(int table, long parent) {
        return of(table, parent, 0);
    }

    static Value of(int table, long parent, long child) {
        requireFit(table, TABLE_BITS);
        requireFit(parent, PARENT_BITS);
        requireFit(child, CHILD_BITS);
        return Value.of(((long) table << PARENT_BITS | parent) << CHILD_BITS | child);
    }

    /** The end, exclusive, of the range of a parent's children. */
    static Value end(int table, long parent) {
        return Value.of(number(of(table, parent)) + (1L << CHILD_BITS));
    }

    /** Which child of its parent a row is. */
    static long child(Value key) {
        return number(key) & (1L << CHILD_BITS) - 1;
    }

    private static long number(Value key) {
        return ((Value.Int) key).value();
    }

    private static void requireFit(long id, int bits) {
        if (id < 0 || id >>> bits != 0) {
            throw new IllegalArgumentException("the id " + id + " does not fit " + bits + " bits");
        }
    }
}
