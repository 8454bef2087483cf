package io.bateleur.sql.eval;

import java.util.Arrays;

/** A row of an answer. */
public final class Tuple {
    private final Object[] values;
    private final Presence presence;
    /** What it is sorted by. */
    final Object[] keys;

    Tuple(Object[] values, Presence presence, Object[] keys) {
        this.values = values;
        this.presence = presence;
        this.keys = keys;
    }

    Tuple(Object[] values, Presence presence) {
        this(values, presence, NO_KEYS);
    }

    static final Object[] NO_KEYS = {};

    /** By the columns of the answer. */
    public Object[] values() {
        return values;
    }

    public Presence presence() {
        return presence;
    }

    Tuple as(Presence other) {
        return other == presence ? this : new Tuple(values, other, keys);
    }

    @Override
    public String toString() {
        return Arrays.toString(values)
                + switch (presence) {
                    case SURE -> "";
                    case MAYBE -> "?";
                    case MANY -> "*";
                };
    }
}
