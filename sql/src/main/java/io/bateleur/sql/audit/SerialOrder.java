package io.bateleur.sql.audit;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;
import io.bateleur.core.model.Ending;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Puts transactions into an order in which each comes after those that it depends on. */
final class SerialOrder {
    private static final byte OPEN = 1;
    private static final byte DONE = 2;

    private final List<LoggedTransaction> order;
    private final int[] firstBefore;
    private final int[] before;
    private final boolean strict;
    /** The committed ones by their ends, and how many of them are surely taken. */
    private final List<Integer> byEnd = new ArrayList<>();

    private int ended;
    private final byte[] state;
    private final List<LoggedTransaction> serial = new ArrayList<>();

    /**
     * @param commits those that are wanted
     * @param edges pairs of places of which the first comes first
     */
    SerialOrder(List<LoggedTransaction> order, Set<LoggedTransaction> commits, LongList edges, boolean strict) {
        this.order = order;
        this.strict = strict;
        this.state = new byte[order.size()];
        this.firstBefore = new int[order.size() + 1];
        this.before = new int[edges.size()];
        for (int i = 0; i < edges.size(); i++) {
            firstBefore[Choices.then(edges.get(i)) + 1]++;
        }
        for (int i = 1; i < firstBefore.length; i++) {
            firstBefore[i] += firstBefore[i - 1];
        }
        int[] next = firstBefore.clone();
        for (int i = 0; i < edges.size(); i++) {
            before[next[Choices.then(edges.get(i))]++] = Choices.first(edges.get(i));
        }
        for (int i = 0; i < order.size(); i++) {
            if (!commits.contains(order.get(i))) {
                state[i] = DONE;
            } else if (strict && order.get(i).ending == Ending.COMMITTED) {
                byEnd.add(i);
            }
        }
        if (strict) {
            byEnd.sort(Comparator.comparingLong(place -> order.get(place).endAfter));
        }
    }

    /** Empty when there is none. */
    List<LoggedTransaction> find() {
        for (int i = 0; i < order.size(); i++) {
            if (!take(i)) {
                return List.of();
            }
        }
        return serial;
    }

    /** Takes one, after all that must come before it; false where they wait for each other. */
    private boolean take(int wanted) {
        IntList waiting = new IntList();
        waiting.add(wanted);
        while (waiting.size > 0) {
            int place = waiting.get(waiting.size - 1);
            if (state[place] == DONE) {
                waiting.size--;
                continue;
            }
            int first = missing(place);
            if (first < 0) {
                state[place] = DONE;
                serial.add(order.get(place));
                waiting.size--;
            } else if (state[first] == OPEN) {
                return false;
            } else {
                state[place] = OPEN;
                waiting.add(first);
            }
        }
        return true;
    }

    /** Somebody who must come before and has not been taken, or -1. */
    private int missing(int place) {
        while (strict && ended < byEnd.size() && state[byEnd.get(ended)] == DONE) {
            ended++;
        }
        long start = order.get(place).start;
        for (int i = ended; strict && i < byEnd.size() && order.get(byEnd.get(i)).endAfter < start; i++) {
            if (state[byEnd.get(i)] != DONE) {
                return byEnd.get(i);
            }
        }
        for (int i = firstBefore[place]; i < firstBefore[place + 1]; i++) {
            if (state[before[i]] != DONE && before[i] != place) {
                return before[i];
            }
        }
        return -1;
    }
}
