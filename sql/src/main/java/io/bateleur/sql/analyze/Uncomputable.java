package io.bateleur.sql.analyze;

/** An interpreter met something that it does not execute. */
final class Uncomputable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Uncomputable(String what) {
        super(what, null, false, false);
    }
}
