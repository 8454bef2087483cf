package io.bateleur.sql.eval;

/** How many rows a statement changed, as far as that is known. */
final class RowCount {
    private long sure;
    private boolean unsure;

    void add(long rows, Presence presence) {
        if (presence == Presence.SURE) {
            sure += rows;
        } else {
            unsure = true;
        }
    }

    void unknown() {
        unsure = true;
    }

    Object value() {
        return unsure ? Unknown.UNKNOWN : (Object) sure;
    }
}
