package io.bateleur.sql.audit;

/** Under the present choices a statement changes a row that somebody else changed after the snapshot: it could not have succeeded. */
final class Conflict extends RuntimeException {
    private static final long serialVersionUID = 1;

    final transient LoggedTransaction other;

    Conflict(LoggedTransaction other) {
        super(null, null, false, false);
        this.other = other;
    }
}
