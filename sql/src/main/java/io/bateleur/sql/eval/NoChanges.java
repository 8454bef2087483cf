package io.bateleur.sql.eval;

/** For what only looks. */
final class NoChanges implements Changes {
    @Override
    public Row insert(TableShape table, Object[] values, Presence presence) {
        throw new IllegalStateException("nothing is inserted here");
    }

    @Override
    public Row update(TableShape table, Row old, Object[] values, Presence presence) {
        throw new IllegalStateException("nothing is changed here");
    }

    @Override
    public void delete(TableShape table, Row old) {
        throw new IllegalStateException("nothing is deleted here");
    }

    @Override
    public void obscure(TableShape table) {}

    @Override
    public Object mark() {
        return 0;
    }

    @Override
    public void undo(Object mark) {}
}
