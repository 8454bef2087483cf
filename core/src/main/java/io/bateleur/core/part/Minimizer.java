package io.bateleur.core.part;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Delta debugging: leaves out ever smaller pieces of a violated history while what is left is still violated, first transactions,
 * then operations, until no single one can be left out any more.
 *
 * <p>A piece is tried by leaving it out, never by itself: violations are small, and a small piece alone hardly ever has all of one.
 * With halves, then quarters and so on down to single ones, what has nothing to do with the violation goes in large pieces: some 2 v
 * log n trials for a violation of v among n. Where one piece went, the next ones of the same size are tried before smaller ones.
 */
public final class Minimizer {
    private final Predicate<History> violated;
    private final BooleanSupplier cancelled;
    private final Part part;
    private History best;

    private Minimizer(Asg asg, Predicate<History> violated, BooleanSupplier cancelled) {
        this.violated = violated;
        this.cancelled = cancelled;
        this.part = new Part(asg);
        this.best = asg.history();
    }

    /**
     * A part of a violated history that is violated too, and of which nothing can be left out, or less was left out before it was
     * cancelled.
     */
    public static History minimize(
            History history, OwnWrites ownWrites, Predicate<History> violated, BooleanSupplier cancelled) {
        return minimize(AsgBuilder.build(history, ownWrites), violated, cancelled);
    }

    /** A part of the violated history of a graph, in the same way. */
    public static History minimize(Asg asg, Predicate<History> violated, BooleanSupplier cancelled) {
        Minimizer minimizer = new Minimizer(asg, violated, cancelled);
        minimizer.run(asg.history());
        return minimizer.best;
    }

    private void run(History history) {
        BitSet operations = ones(history.operationCount());
        BitSet transactions = reduce(ones(history.transactionCount()), part::with);
        boolean smaller = true;
        while (smaller && !cancelled.getAsBoolean()) {
            BitSet kept = transactions;
            BitSet ofKept = restricted(history, operations, kept);
            operations = reduce(ofKept, left -> part.with(kept, left));
            // Without some operations, whole transactions may have become needless.
            BitSet left = operations;
            transactions = reduce(kept, fewer -> part.with(fewer, left));
            smaller = !operations.equals(ofKept) || !transactions.equals(kept);
        }
    }

    private static BitSet ones(int count) {
        BitSet all = new BitSet(count);
        all.set(0, count);
        return all;
    }

    private static BitSet restricted(History history, BitSet operations, BitSet transactions) {
        BitSet result = new BitSet();
        for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
            result.set(history.firstOperation(t), history.firstOperation(t + 1));
        }
        result.and(operations);
        return result;
    }

    /** The smallest set found such that the part with it is violated. */
    private BitSet reduce(BitSet all, Function<BitSet, History> partWith) {
        BitSet left = all;
        int size = Math.max(1, (left.cardinality() + 1) / 2);
        while (true) {
            BitSet before = left;
            left = withoutPieces(left, size, partWith);
            if (cancelled.getAsBoolean() || size == 1 && left.equals(before)) {
                return left;
            }
            size = Math.max(1, Math.min(size, left.cardinality()) / 2);
        }
    }

    /** Leaves out every piece of so many members that can be left out. */
    private BitSet withoutPieces(BitSet all, int size, Function<BitSet, History> partWith) {
        BitSet left = all;
        int from = left.nextSetBit(0);
        while (from >= 0 && !cancelled.getAsBoolean()) {
            BitSet without = (BitSet) left.clone();
            int next = from;
            for (int i = 0; i < size && next >= 0; i++) {
                without.clear(next);
                next = left.nextSetBit(next + 1);
            }
            History candidate = partWith.apply(without);
            if (violated.test(candidate)) {
                left = without;
                best = candidate;
            }
            from = next;
        }
        return left;
    }
}
