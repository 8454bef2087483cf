package io.bateleur.core.model;

/** When transactions began and ended, as their clients' clocks tell. */
public final class Times {
    private Times() {}

    /** The first moment of a transaction, or {@link History#NO_TIME}. */
    public static long begin(History history, int transaction) {
        long begin = history.beginBefore(transaction);
        if (begin != History.NO_TIME || !history.hasOperationTimes()) {
            return begin;
        }
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            long before = history.before(o);
            if (before != History.NO_TIME && (begin == History.NO_TIME || before < begin)) {
                begin = before;
            }
        }
        return begin;
    }

    /**
     * The last moment of a transaction, or {@link History#NO_TIME}. One whose ending is unknown has none: its time only says
     * when the client gave up, and the commit may have come later.
     */
    public static long end(History history, int transaction) {
        if (history.ending(transaction) == Ending.UNKNOWN) {
            return History.NO_TIME;
        }
        long end = history.endAfter(transaction);
        if (end != History.NO_TIME || !history.hasOperationTimes()) {
            return end;
        }
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            end = Math.max(end, history.after(o));
        }
        return end;
    }
}
