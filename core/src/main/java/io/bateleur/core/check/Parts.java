package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.part.Minimizer;
import io.bateleur.core.part.Part;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds a small part of a history that is already refused. A part leaves out transactions, and reads that could have seen them:
 * it asks for less than the whole, so that what a part breaks, the whole breaks.
 */
final class Parts {
    /** Larger sets of suspects are first cut down to a window. */
    private static final int WINDOW = 200;

    /** So few are taken apart one by one. */
    private static final int FEW = 50;

    /** More are hardly easier to read for being a few less: who wants the fewest asks for that. So only larger pieces are tried. */
    private static final int TRIALS_OF_MANY = 32;

    private final Checker checker;
    private final Asg asg;
    private final Level level;
    private final Budget budget;
    private final Part parts;

    Parts(Checker checker, Asg asg, Level level, Budget budget) {
        this.checker = checker;
        this.asg = asg;
        this.level = level;
        this.budget = budget;
        this.parts = new Part(asg);
    }

    boolean isRefused(int[] transactions) {
        return isRefused(part(transactions, 0, transactions.length));
    }

    private boolean isRefused(History part) {
        return checker.suspects(part, level, budget).isPresent();
    }

    /** The smallest refused part that could be found among the suspects; the whole when they are not enough. */
    History smallest(int[] suspects) {
        int[] enough = suspects;
        if (suspects.length == 0 || !isRefused(suspects)) {
            enough = all();
        }
        enough = fewer(enough);
        if (enough.length > WINDOW) {
            enough = fewer(window(enough));
        }
        History part = part(enough, 0, enough.length);
        if (isRefused(part)) {
            return minimal(part);
        }
        // What shows it cannot be taken apart.
        return asg.transactionCount() > WINDOW ? asg.history() : minimal(asg.history());
    }

    /** A refusal of a part may be about still fewer: there is less to lean on in a whole history than in a part. */
    private int[] fewer(int[] transactions) {
        int[] left = transactions;
        while (left.length > FEW && !budget.cancelled().getAsBoolean()) {
            History part = part(left, 0, left.length);
            Optional<int[]> suspects = checker.suspects(part, level, budget);
            if (suspects.isEmpty()) {
                return left;
            }
            int[] next = Arrays.stream(suspects.get())
                    .mapToObj(part::transactionId)
                    .flatMap(id -> asg.history().transaction(id).stream())
                    .mapToInt(Transaction::number)
                    .toArray();
            if (next.length * 5L > left.length * 4L || !isRefused(next)) {
                return left;
            }
            left = next;
        }
        return left;
    }

    /** A refused part of which nothing can be left out. */
    History minimized(History part) {
        return isRefused(part) ? smaller(part, Integer.MAX_VALUE) : part;
    }

    private History minimal(History part) {
        History left = part.transactionCount() > FEW ? smaller(part, TRIALS_OF_MANY) : part;
        return left.transactionCount() > FEW ? left : smaller(left, Integer.MAX_VALUE);
    }

    private History smaller(History part, int trials) {
        AtomicInteger tried = new AtomicInteger();
        return Minimizer.minimize(
                part,
                asg.ownWrites(),
                smaller -> {
                    tried.incrementAndGet();
                    return isRefused(smaller);
                },
                () -> tried.get() >= trials || budget.cancelled().getAsBoolean());
    }

    /**
     * The shortest beginning that is refused, and the shortest end of that one which still is: refusals are nearly always local in
     * the order of what is known, and each needs only some twenty looks at ever smaller parts.
     */
    private int[] window(int[] transactions) {
        int low = 0;
        int high = transactions.length;
        while (low < high && !budget.cancelled().getAsBoolean()) {
            int middle = (low + high) >>> 1;
            if (isRefused(part(transactions, 0, middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        int end = high;
        low = 0;
        high = end;
        while (low < high && !budget.cancelled().getAsBoolean()) {
            int middle = (low + high + 1) >>> 1;
            if (isRefused(part(transactions, middle, end))) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return Arrays.copyOfRange(transactions, low, end);
    }

    private History part(int[] transactions, int from, int to) {
        BitSet kept = new BitSet();
        for (int i = from; i < to; i++) {
            kept.set(transactions[i]);
        }
        return parts.with(kept);
    }

    private int[] all() {
        return java.util.stream.IntStream.range(0, asg.transactionCount()).toArray();
    }
}
