package io.bateleur.sql.eval;

/** Stands for a row that may be there. */
final class Doubt implements Row {
    static final Doubt ROW = new Doubt();

    private Doubt() {}

    @Override
    public Object[] values() {
        return Tuple.NO_KEYS;
    }

    @Override
    public Presence presence() {
        return Presence.MAYBE;
    }
}
