package io.bateleur.sql.audit;

/** A log that cannot be audited while it is read: it must be held as a whole. */
final class Unstreamable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unstreamable(String why) {
        super(why, null, false, false);
    }
}
