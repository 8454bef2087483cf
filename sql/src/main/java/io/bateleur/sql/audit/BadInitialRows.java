package io.bateleur.sql.audit;

/** The SQL that makes the rows at first is broken: what is wrong, and where in its text. */
public final class BadInitialRows extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    BadInitialRows(String what, int line, int column) {
        super(what);
        this.line = line;
        this.column = column;
    }

    /** From 1. */
    public int line() {
        return line;
    }

    /** From 1. */
    public int column() {
        return column;
    }
}
