package io.bateleur.sql.audit;

import io.bateleur.core.ints.IntList;

/** The ways that a database may take where it is free, one combination after the other. */
final class Ways {
    private final IntList taken = new IntList();
    private final IntList sizes = new IntList();
    private int asked;

    int take(int ways) {
        if (ways == 1) {
            return 0;
        }
        if (asked == taken.size) {
            taken.add(0);
            sizes.add(ways);
        }
        return taken.get(asked++);
    }

    /** Turns to the next combination; false when there is none. */
    boolean next() {
        asked = 0;
        while (taken.size > 0) {
            int last = taken.removeLast();
            int size = sizes.removeLast();
            if (last + 1 < size) {
                taken.add(last + 1);
                sizes.add(size);
                return true;
            }
        }
        return false;
    }
}
