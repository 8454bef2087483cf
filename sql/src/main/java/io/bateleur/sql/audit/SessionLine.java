package io.bateleur.sql.audit;

/** The calls of a session of a stream, which come one after the other. */
final class SessionLine {
    private long before = Moments.EARLIEST;
    private long after = Moments.EARLIEST;
    /** The place of its transaction, -1: none is open. */
    int open = -1;

    /** Another call. A log whose calls overlap within a session has to be read as a whole. */
    void call(long callBefore, long callAfter) {
        if (callBefore < before || callAfter < after) {
            throw new Unstreamable("the times of a session are not in order");
        }
        before = callBefore;
        after = callAfter;
    }
}
