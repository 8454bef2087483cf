package io.bateleur.core.check;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;

/** What a history is like, where that makes one level imply another. Each is decided in one pass; in doubt it is not so. */
public enum Circumstance {
    ALWAYS("in every history"),
    SESSIONS_IN_REAL_TIME("where session order is part of real time"),
    NO_SESSION_ORDER("where every session is one transaction"),
    NO_RANGES("where no range is read"),
    NO_TIMES("where there are no times");

    private final String words;

    Circumstance(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public boolean isTrueOf(History history) {
        return switch (this) {
            case ALWAYS -> true;
            case SESSIONS_IN_REAL_TIME -> sessionsInRealTime(history);
            case NO_SESSION_ORDER -> noSessionOrder(history);
            case NO_RANGES -> noRanges(history);
            case NO_TIMES -> !history.hasTimes();
        };
    }

    private static boolean noSessionOrder(History history) {
        for (int session = 0; session < history.sessionCount(); session++) {
            if (history.sessionSize(session) > 1) {
                return false;
            }
        }
        return true;
    }

    /** Statements may be anything. */
    private static boolean noRanges(History history) {
        for (int o = 0; o < history.operationCount(); o++) {
            switch (history.kind(o)) {
                case SCAN, ITERATE, SQL -> {
                    return false;
                }
                default -> {}
            }
        }
        return true;
    }

    private static boolean sessionsInRealTime(History history) {
        for (int session = 0; session < history.sessionCount(); session++) {
            long ended = Long.MIN_VALUE;
            for (int i = 0; i < history.sessionSize(session); i++) {
                int t = history.transactionOfSession(session, i);
                if (history.ending(t) == Ending.ABORTED) {
                    continue; // in no order at all
                }
                boolean first = ended == Long.MIN_VALUE;
                boolean last = i == history.sessionSize(session) - 1;
                if (!first && !(firstBefore(history, t) > ended)) {
                    return false;
                }
                // One that may still happen after its client went on is not known to precede anything.
                if (!last && (!history.isCommitted(t) || history.endAfter(t) == History.NO_TIME)) {
                    return false;
                }
                ended = Math.max(ended, lastAfter(history, t));
            }
        }
        return true;
    }

    private static long firstBefore(History history, int t) {
        long first = known(history.beginBefore(t), Long.MAX_VALUE);
        first = Math.min(first, known(history.endBefore(t), Long.MAX_VALUE));
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            first = Math.min(first, known(history.before(o), Long.MAX_VALUE));
        }
        boolean begins = history.beginBefore(t) != History.NO_TIME
                || (history.firstOperation(t) < history.firstOperation(t + 1)
                        && history.before(history.firstOperation(t)) != History.NO_TIME);
        return begins ? first : Long.MIN_VALUE;
    }

    private static long lastAfter(History history, int t) {
        long last = Math.max(history.beginAfter(t), history.endAfter(t));
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            last = Math.max(last, history.after(o));
        }
        return last;
    }

    private static long known(long time, long otherwise) {
        return time == History.NO_TIME ? otherwise : time;
    }
}
