package io.bateleur.sql.audit;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;
import java.util.Arrays;

/**
 * Moments of an execution: snapshots, statements that have all their locks, commits. Each lies between two times, and those of a session
 * follow each other. What is learnt about them narrows their times, and can be taken back.
 */
final class Points {
    static final long NEVER = Long.MAX_VALUE;

    private long[] low = new long[64];
    private long[] high = new long[64];
    private final IntList sessions = new IntList();
    /** Each narrowing: the point and its old bounds. */
    private final LongList narrowings = new LongList();

    /** A new point, after all those of its session that there are. */
    int add(int session, long from, long to) {
        int point = sessions.size;
        if (point == low.length) {
            low = Arrays.copyOf(low, 2 * point);
            high = Arrays.copyOf(high, 2 * point);
        }
        low[point] = from;
        high[point] = to;
        sessions.add(session);
        return point;
    }

    int count() {
        return sessions.size;
    }

    long low(int point) {
        return low[point];
    }

    long high(int point) {
        return high[point];
    }

    int session(int point) {
        return sessions.data[point];
    }

    /** Whether one comes before the other in every execution. */
    boolean surely(int first, int then) {
        return high[first] < low[then] || sessions.data[first] == sessions.data[then] && first < then;
    }

    boolean isNever(int point) {
        return low[point] == NEVER;
    }

    /** Learns that one comes before the other. */
    void learn(int first, int then) {
        if (high[then] < high[first]) {
            narrow(first, low[first], high[then]);
        }
        if (low[first] > low[then] && low[first] != NEVER) {
            narrow(then, low[first], high[then]);
        }
    }

    /** Learns that something never happens. */
    void never(int point) {
        narrow(point, NEVER, NEVER);
    }

    private void narrow(int point, long from, long to) {
        narrowings.add(point);
        narrowings.add(low[point]);
        narrowings.add(high[point]);
        low[point] = from;
        high[point] = to;
    }

    int mark() {
        return narrowings.size();
    }

    void undo(int mark) {
        while (narrowings.size() > mark) {
            long to = narrowings.removeLast();
            long from = narrowings.removeLast();
            int point = (int) narrowings.removeLast();
            low[point] = from;
            high[point] = to;
        }
    }
}
