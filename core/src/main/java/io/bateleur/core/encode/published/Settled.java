package io.bateleur.core.encode.published;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Ir;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** Histories of which only the version orders are open: all that most published checkers take. */
final class Settled {
    private Settled() {}

    /** What else is open, in words. */
    static Optional<String> problem(Asg asg) {
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) == Asg.Fate.POSSIBLE) {
                return Optional.of("whether " + asg.history().transactionId(t) + " happened is open");
            }
        }
        for (int r = 0; r < asg.readCount(); r++) {
            if (!asg.isSettled(r)) {
                int candidates = asg.firstCandidate(r + 1) - asg.firstCandidate(r);
                return Optional.of(reading(asg, r) + " may have seen any of " + candidates + " versions");
            }
            if (asg.hasBlanks() && asg.hasBlankCandidate(r)) {
                return Optional.of(reading(asg, r) + " saw a version whose content the trace does not tell");
            }
        }
        return Optional.empty();
    }

    private static String reading(Asg asg, int read) {
        return asg.history().transactionId(asg.readTransaction(read)) + ", reading "
                + asg.history().keys().get(asg.readKey(read)) + ",";
    }

    /**
     * An order of points as a resolution.
     *
     * @param pointAt by place in the order
     */
    static Resolution resolution(Ir ir, int points, IntUnaryOperator pointAt) {
        int[] events = new int[2 * ir.asg().transactionCount()];
        int size = 0;
        for (int i = 0; i < points; i++) {
            int p = pointAt.applyAsInt(i);
            int t = ir.transactionAt(p);
            if (t >= 0 && p == ir.start(t)) {
                events[size++] = 2 * t;
            }
            if (t >= 0 && p == ir.commit(t)) {
                events[size++] = 2 * t + 1;
            }
        }
        return new Resolution(Arrays.copyOf(events, size), sources(ir), new int[0]);
    }

    /** By read, the transaction whose version it saw. */
    static int[] sources(Ir ir) {
        int[] writers = ir.copyOfSources();
        for (int r = 0; r < writers.length; r++) {
            writers[r] = writers[r] < 0 ? Asg.INITIAL : ir.asg().writeTransaction(writers[r]);
        }
        return writers;
    }
}
