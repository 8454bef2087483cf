package io.bateleur.sql.analyze;

/**
 * That one instance comes before another in every serial order that explains an execution.
 *
 * @param instruction of the reader, or -1
 */
record Dependency(int from, int to, Kind kind, String table, String column, int instruction) {
    /** Why. */
    enum Kind {
        /** It wrote what the other read. */
        WR,
        /** It wrote what the other overwrote. */
        WW,
        /** It read what the other overwrote. */
        RW
    }

    @Override
    public String toString() {
        return from + " -" + kind + "[" + table + "." + column + "]-> " + to;
    }
}
