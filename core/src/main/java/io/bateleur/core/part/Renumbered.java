package io.bateleur.core.part;

import io.bateleur.core.model.ValuePool;

/** The numbers of one pool's values in another; each value is looked up once. */
final class Renumbered {
    private final ValuePool from;
    private final ValuePool to;
    /** By number in the one pool, that in the other + 1, or 0 before it is known. */
    private final int[] known;

    Renumbered(ValuePool from, ValuePool to) {
        this.from = from;
        this.to = to;
        this.known = new int[from.size()];
    }

    int of(int number) {
        if (known[number] == 0) {
            known[number] =
                    1 + (from.isInteger(number) ? to.intern(from.integer(number)) : to.intern(from.get(number)));
        }
        return known[number] - 1;
    }
}
