package io.bateleur.core.replay;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import java.util.Arrays;

/**
 * Real time in linear space: the moments at which transactions ended are ticks in their order, and a transaction comes after
 * all those that ended at or before the last tick before it began.
 */
final class RealTime {
    private static final int NEVER = -1;

    private final int[] endTick;
    private final int[] tickBefore;
    private final int[] latestCommit;

    RealTime(History history, Timeline timeline) {
        int count = history.transactionCount();
        long[] ends = new long[count];
        for (int t = 0; t < count; t++) {
            ends[t] = timeline.happened(t) ? end(history, t) : History.NO_TIME;
        }
        long[] ticks = Arrays.stream(ends)
                .filter(time -> time != History.NO_TIME)
                .sorted()
                .distinct()
                .toArray();
        endTick = new int[count];
        tickBefore = new int[count];
        latestCommit = new int[ticks.length];
        Arrays.fill(latestCommit, NEVER);
        for (int t = 0; t < count; t++) {
            long begin = begin(history, t);
            tickBefore[t] = begin == History.NO_TIME ? NEVER : below(ticks, begin) - 1;
            endTick[t] = ends[t] == History.NO_TIME ? NEVER : below(ticks, ends[t]);
            if (endTick[t] != NEVER) {
                latestCommit[endTick[t]] = Math.max(latestCommit[endTick[t]], timeline.commit(t));
            }
        }
        for (int tick = 1; tick < ticks.length; tick++) {
            latestCommit[tick] = Math.max(latestCommit[tick], latestCommit[tick - 1]);
        }
    }

    int tickCount() {
        return latestCommit.length;
    }

    /** The tick at which a transaction ended, or -1 when it precedes nothing. */
    int endTick(int transaction) {
        return endTick[transaction];
    }

    /** The last tick before a transaction began, or -1. */
    int lastTickBefore(int transaction) {
        return tickBefore[transaction];
    }

    /** The latest commit of all transactions that had ended at a tick. */
    int latestCommit(int tick) {
        return latestCommit[tick];
    }

    private static int below(long[] sorted, long time) {
        int place = Arrays.binarySearch(sorted, time);
        return place < 0 ? -place - 1 : place;
    }

    private static long begin(History history, int t) {
        long begin = history.beginBefore(t);
        if (begin != History.NO_TIME) {
            return begin;
        }
        long first = Long.MAX_VALUE;
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            long before = history.before(o);
            first = before == History.NO_TIME ? first : Math.min(first, before);
        }
        return first == Long.MAX_VALUE ? History.NO_TIME : first;
    }

    /** When it had certainly ended. The time of an unknown ending says only when the client gave up waiting. */
    private static long end(History history, int t) {
        if (history.ending(t) == Ending.UNKNOWN) {
            return History.NO_TIME;
        }
        long end = history.endAfter(t) == History.NO_TIME ? lastAfter(history, t) : history.endAfter(t);
        // Times that run backwards would put a transaction before itself.
        return end == History.NO_TIME ? end : Math.max(end, begin(history, t));
    }

    private static long lastAfter(History history, int t) {
        long last = History.NO_TIME; // which is less than any time
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            last = Math.max(last, history.after(o));
        }
        return last;
    }
}
