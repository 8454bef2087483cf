package io.bateleur.sql.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Transactions in the order in which a search takes them. Those of streams that were taken long ago are forgotten. */
final class TransactionOrder {
    /** Of a stream: the earliest moment of those that have not been added yet. */
    private final @Nullable LongSupplier waiting;

    private List<LoggedTransaction> known;
    /** So many before the first that is known. */
    private int before;

    private long promised = Long.MIN_VALUE;
    /** For each place, the earliest moment of it and all that follow; made anew when the order has changed. */
    private long[] earliest = {};

    /** All of a log. */
    TransactionOrder(List<LoggedTransaction> all) {
        this.known = new ArrayList<>(all);
        this.waiting = null;
    }

    /** Of a stream; they are added as they come. @param waiting the earliest moment of those that are on their way */
    TransactionOrder(LongSupplier waiting) {
        this.known = new ArrayList<>();
        this.waiting = waiting;
    }

    boolean isStream() {
        return waiting != null;
    }

    void add(LoggedTransaction next) {
        known.add(next);
    }

    int size() {
        return before + known.size();
    }

    LoggedTransaction get(int place) {
        return known.get(place - before);
    }

    /** Whoever comes from now on looks at no earlier moment: what was to be seen before is forgotten. */
    long promised() {
        return promised;
    }

    /** All that are known. */
    List<LoggedTransaction> known() {
        return known;
    }

    /** Takes these, which are behind a place, to that place. */
    void move(List<LoggedTransaction> some, int place) {
        known.removeAll(some);
        known.addAll(place - before, some);
        earliest = new long[0];
    }

    /** The earliest moment at which one that is known looks, from a place on. */
    long earliest(int place) {
        if (waiting != null) {
            long least = waiting.getAsLong();
            for (int i = place - before; i < known.size(); i++) {
                least = Math.min(least, known.get(i).earliest());
            }
            promised = Math.max(promised, least);
            return least;
        }
        if (earliest.length == 0) {
            earliest = new long[known.size() + 1];
            earliest[known.size()] = Long.MAX_VALUE;
            for (int i = known.size() - 1; i >= 0; i--) {
                earliest[i] = Math.min(earliest[i + 1], known.get(i).earliest());
            }
        }
        return earliest[place];
    }

    /** Forgets those before a place. */
    void forget(int place) {
        if (waiting != null) {
            known = new ArrayList<>(known.subList(place - before, known.size()));
            before = place;
        }
    }
}
