package io.bateleur.core.check;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Times;

/** What a history is like, where that makes one level imply another. Each is decided in one pass; in doubt it is not so. */
public enum Circumstance {
    ALWAYS("in every history"),
    DEAD_VERSIONS_ALIKE("where no range tells which dead versions it saw"),
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
            case DEAD_VERSIONS_ALIKE -> deadVersionsAlike(history);
            case SESSIONS_IN_REAL_TIME -> sessionsInRealTime(history);
            case NO_SESSION_ORDER -> noSessionOrder(history);
            case NO_RANGES -> noRanges(history);
            case NO_TIMES -> !history.hasTimes();
        };
    }

    private static boolean deadVersionsAlike(History history) {
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o).isRangeRead()
                    && (history.deadItems(o) > 0
                            || new Operation(history, o).versionSet().isPresent())) {
                return false;
            }
        }
        return true;
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
            boolean allEnded = true;
            long lastEnd = Long.MIN_VALUE;
            for (int i = 0; i < history.sessionSize(session); i++) {
                int t = history.transactionOfSession(session, i);
                if (history.ending(t) == Ending.ABORTED) {
                    continue; // in no order at all
                }
                long begin = Times.begin(history, t);
                boolean first = allEnded && lastEnd == Long.MIN_VALUE;
                if (!first && (!allEnded || begin == History.NO_TIME || begin <= lastEnd)) {
                    return false;
                }
                long end = Times.end(history, t);
                allEnded = end != History.NO_TIME;
                lastEnd = Math.max(lastEnd, end);
            }
        }
        return true;
    }
}
